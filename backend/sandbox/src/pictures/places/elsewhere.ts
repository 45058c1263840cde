import { alpha, darken, lighten, mix } from '../colour';
import { blob, fillBelow, glow, limb, type Point, polygon, ridge, softEllipse, verticalGradient } from '../brush';
import { type Ground, lightSide, type Stage } from '../stage';
import { rock } from '../vegetation';

/** Paints stars, a nebula, a great planet, and the ground of a moon for people to stand on. */
export function paintSpace(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, brief, figure } = stage;
  const random = stage.random.fork('space');
  ctx.fillStyle = verticalGradient(ctx, 0, height, [
    [0, '#05060f'],
    [0.5, '#0d1030'],
    [1, '#1b1238'],
  ]);
  ctx.fillRect(0, 0, width, height);
  const tints = random.pick([
    ['#4a2a8a', '#c24d8c', '#2f6fb5'],
    ['#1f5f8a', '#3fae9c', '#5a3fa0'],
    ['#8a2f4a', '#e08a4d', '#5a2f8a'],
  ]);
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (let index = 0; index < 46; index++) {
    const t = index / 46;
    softEllipse(
      ctx,
      width * (0.1 + t * 0.8) + random.range(-140, 140),
      height * (0.62 - t * 0.46) + random.range(-130, 130),
      random.range(70, 230),
      random.range(50, 150),
      tints[index % tints.length] ?? '#4a2a8a',
      0.1,
      0,
    );
  }
  ctx.restore();
  for (let index = 0; index < 420; index++) {
    const size = random.chance(0.05) ? random.range(1.6, 2.6) : random.range(0.4, 1.3);
    const [x, y] = [random.range(0, width), random.range(0, height)];
    ctx.fillStyle = alpha(random.pick(['#ffffff', '#ffe6c4', '#cfe0ff']), random.range(0.3, 1));
    ctx.beginPath();
    ctx.arc(x, y, size, 0, Math.PI * 2);
    ctx.fill();
    if (size > 1.9) glow(ctx, x, y, 16, '#dfe9ff', 0.6);
  }
  paintPlanet(stage, width * (lightSide(stage) > 0 ? 0.3 : 0.7), horizon * 0.5, width * random.range(0.2, 0.3));
  if (brief.people.length > 0 || brief.subjects.length > 0) {
    const own = random.pick(['#8a7f92', '#a8735c', '#7d8796']);
    const top = figure.y - figure.size * 0.1;
    for (const [lift, depth] of [
      [120, 0.2],
      [46, 0.1],
      [0, 0],
    ] as const) {
      fillBelow(
        ctx,
        ridge(random.fork(`moon ${lift}`), width, top - lift, 34 - lift * 0.1, { waves: 2, octaves: 3 }),
        height,
        verticalGradient(ctx, top - lift - 30, height, [
          [0, mix(lighten(own, 0.15), '#0d1030', depth * 2)],
          [1, darken(own, 0.62)],
        ]),
      );
    }
    for (let index = 0; index < 7; index++)
      rock(
        ctx,
        random,
        random.range(0, width),
        random.range(top + 30, height),
        random.range(40, 130),
        random.range(20, 60),
        darken(own, 0.35),
        lighten(own, 0.25),
        lightSide(stage),
      );
  }
  glow(ctx, stage.body.x, stage.body.y, width * 0.6, light.key, 0.35);
  return {
    land: [{ x: width * (stage.crewX < 0.5 ? 0.74 : 0.26), y: figure.y - 26, size: 130, depth: 0.05 }],
    water: [],
    surface: [],
  };
}

export function paintPlanet(stage: Stage, x: number, y: number, radius: number): void {
  const { ctx } = stage;
  const random = stage.random.fork('planet');
  const own = random.pick(['#d98f5c', '#6fa8c9', '#b98ad0', '#d9b45c']);
  const side = lightSide(stage);
  glow(ctx, x, y, radius * 1.7, own, 0.4);
  const ring = (from: number, to: number): void => {
    ctx.save();
    ctx.translate(x, y);
    ctx.rotate(-0.35);
    for (const [reach, opacity] of [
      [1.45, 0.55],
      [1.62, 0.35],
      [1.78, 0.5],
    ] as const) {
      ctx.strokeStyle = alpha(lighten(own, 0.45), opacity);
      ctx.lineWidth = radius * 0.07;
      ctx.beginPath();
      ctx.ellipse(0, 0, radius * reach, radius * reach * 0.26, 0, from, to);
      ctx.stroke();
    }
    ctx.restore();
  };
  ring(Math.PI, Math.PI * 2);
  ctx.save();
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fillStyle = own;
  ctx.fill();
  ctx.clip();
  for (let band = 0; band < 13; band++)
    softEllipse(
      ctx,
      x + random.range(-30, 30),
      y + ((band - 6) / 6) * radius,
      radius * 1.4,
      radius * random.range(0.05, 0.13),
      random.chance(0.5) ? lighten(own, 0.3) : darken(own, 0.3),
      0.5,
      0.1,
    );
  softEllipse(ctx, x - side * radius * 0.9, y + radius * 0.5, radius * 1.5, radius * 1.5, '#070818', 0.88, 0.3);
  ctx.restore();
  ring(0, Math.PI);
}

export function paintUnderwater(stage: Stage): Ground {
  const { ctx, width, height, figure, light } = stage;
  const random = stage.random.fork('deep');
  ctx.fillStyle = verticalGradient(ctx, 0, height, [
    [0, mix('#7fd6dc', light.sky[1], 0.25)],
    [0.35, '#2b8aa5'],
    [0.75, '#12506f'],
    [1, '#0a2f4a'],
  ]);
  ctx.fillRect(0, 0, width, height);
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (let index = 0; index < 9; index++) {
    const x = random.range(-0.1, 1.1) * width;
    const slant = random.range(-160, 160);
    const wide = random.range(20, 90);
    ctx.fillStyle = verticalGradient(ctx, 0, height * 0.85, [
      [0, 'rgba(220,255,245,0.22)'],
      [1, 'rgba(220,255,245,0)'],
    ]);
    polygon(ctx, [
      [x - wide * 0.4, -10],
      [x + wide * 0.4, -10],
      [x + slant + wide * 1.5, height * 0.86],
      [x + slant - wide * 1.5, height * 0.86],
    ]);
    ctx.fill();
  }
  ctx.restore();
  for (const [top, colour] of [
    [height * 0.72, '#1d6a80'],
    [height * 0.8, '#14526a'],
    [figure.y - 20, '#0d3a52'],
  ] as const) {
    fillBelow(
      ctx,
      ridge(random.fork(`reef ${top}`), width, top, 44, { waves: 2.4, octaves: 3 }),
      height,
      verticalGradient(ctx, top, height, [
        [0, colour],
        [1, darken(colour, 0.5)],
      ]),
    );
    for (let index = 0; index < 9; index++)
      paintKelp(stage, random.range(0, width), top + random.range(10, 90), random.range(90, 320), colour);
  }
  for (let index = 0; index < 8; index++) {
    const x = random.range(0, width);
    const y = random.range(height * 0.84, height);
    const colour = random.pick(['#e0697a', '#e8a04f', '#c06ac9', '#f0c95c']);
    for (let arm = 0; arm < 7; arm++)
      limb(
        ctx,
        [x, y],
        [x + (arm - 3) * 8, y - 34],
        [x + (arm - 3) * random.range(12, 20), y - random.range(46, 84)],
        12,
        5,
        mix(colour, '#14526a', 0.35),
      );
  }
  for (let bubble = 0; bubble < 70; bubble++) {
    const r = random.range(2, 9);
    ctx.strokeStyle = alpha('#e6ffff', random.range(0.15, 0.5));
    ctx.lineWidth = 1.5;
    ctx.beginPath();
    ctx.arc(random.range(0, width), random.range(0, height), r, 0, Math.PI * 2);
    ctx.stroke();
  }
  return {
    land: [{ x: width * 0.75, y: height * 0.8, size: 60, depth: 0.3 }],
    water: [{ x: width * 0.48, y: height * 0.42, size: 150, depth: 0.12 }],
    surface: [],
  };
}

function paintKelp({ ctx, random }: Stage, x: number, y: number, tall: number, colour: string): void {
  const kelp = random.fork(`kelp ${Math.round(x)}`);
  const sway = kelp.range(-50, 50);
  const own = mix(colour, '#2f7a55', 0.5);
  limb(ctx, [x, y], [x + sway, y - tall * 0.5], [x - sway * 0.4, y - tall], 9, 3, own);
  for (let leaf = 1; leaf < 9; leaf++) {
    const t = leaf / 9;
    const bx = (1 - t) * (1 - t) * x + 2 * t * (1 - t) * (x + sway) + t * t * (x - sway * 0.4);
    const way = leaf % 2 ? 1 : -1;
    const points: Point[] = [
      [bx, y - t * tall],
      [bx + way * 24, y - t * tall - 20],
      [bx + way * 36, y - t * tall - 46],
      [bx + way * 10, y - t * tall - 22],
    ];
    blob(ctx, points);
    ctx.fillStyle = lighten(own, 0.05);
    ctx.fill();
  }
}
