import { alpha, darken, lighten } from '../colour';
import { fillBelow, glow, limb, type Point, polygon, ridge, ridgeAt, softEllipse, verticalGradient } from '../brush';
import { paintHills, paintMountains, paintTreeline } from '../landforms';
import { shade } from '../palette';
import { type Ground, lightSide, type Spot, type Stage } from '../stage';
import { branchFrame, broadleaf, conifer, grass, rock } from '../vegetation';
import { paintWater } from '../water';
import { paintFog } from '../weather';

const MEADOW = { far: '#7fa36b', near: '#5b7f43' } as const;

const landSpots = (stage: Stage, groundAt: (x: number) => number): Spot[] => {
  const { width, body } = stage;
  const left = body.x > width / 2 ? 0.26 : 0.74;
  return [
    { x: width * left, y: groundAt(width * left) + 14, size: 84, depth: 0.24 },
    { x: width * (1 - left), y: groundAt(width * (1 - left)) + 40, size: 110, depth: 0.18 },
    { x: width * 0.5, y: groundAt(width * 0.5) + 4, size: 58, depth: 0.4 },
  ];
};

function paintForegroundGrass(stage: Stage, colour: string): void {
  const { ctx, width, height, light } = stage;
  const random = stage.random.fork('foreground grass');
  for (let row = 0; row < 4; row++) {
    grass(
      ctx,
      random,
      -20,
      width + 20,
      height * (0.9 + row * 0.045),
      60 + row * 40,
      shade(light, darken(colour, 0.25 + row * 0.14), 0, -0.35),
      shade(light, lighten(colour, 0.2), 0, 0.5),
      0.15,
    );
  }
}

export function paintMountain(stage: Stage): Ground {
  const { horizon, height } = stage;
  paintMountains(stage, { layers: 3, height: horizon * 0.6, rock: '#6f7480', snowcaps: true, base: horizon });
  paintTreeline(stage, { base: horizon + 28, height: 62, depth: 0.5, colour: '#3f5d4a', label: 'far wood' });
  const crests = paintHills(stage, {
    layers: 3,
    top: horizon + 24,
    bottom: horizon + (height - horizon) * 0.46,
    ...MEADOW,
  });
  const middle = crests[1] ?? [];
  paintTreeline(stage, {
    base: horizon + 96,
    height: 120,
    depth: 0.28,
    colour: '#35533d',
    label: 'near wood',
    gap: 0.9,
  });
  paintForegroundGrass(stage, MEADOW.near);
  return { land: landSpots(stage, (x) => ridgeAt(middle, x)), water: [], surface: [] };
}

export function paintForest(stage: Stage): Ground {
  const { ctx, width, height, horizon, light } = stage;
  const random = stage.random.fork('forest');
  const side = lightSide(stage);
  ctx.fillStyle = verticalGradient(ctx, 0, horizon, [
    [0, alpha(shade(light, '#56794f', 0.3, 0), 0.75)],
    [1, alpha(light.haze, 0.35)],
  ]);
  ctx.fillRect(0, 0, width, horizon);
  paintTreeline(stage, { base: horizon + 14, height: 330, depth: 0.78, colour: '#4d7257', label: 'wood 1', gap: 0.13 });
  paintTreeline(stage, { base: horizon + 30, height: 430, depth: 0.58, colour: '#40634a', label: 'wood 2', gap: 0.2 });
  paintFog(stage, 0.75);
  paintHills(stage, { layers: 2, top: horizon + 34, bottom: horizon + 150, far: '#66794a', near: '#4a5f38', roll: 22 });
  const trunks: [number, number, number][] = [
    [0.4, 7, 560],
    [0.2, 5, 880],
    [0.05, 3, 1400],
  ];
  for (const [depth, count, tall] of trunks) {
    for (let index = 0; index < count; index++) {
      const edge = depth < 0.1;
      const x = edge
        ? index % 2
          ? width * random.range(0.86, 1.03)
          : width * random.range(-0.03, 0.13)
        : width * ((index + random.range(0.1, 0.9)) / count);
      if (!edge && Math.abs(x - width / 2) < width * 0.14 * (1 - depth)) continue;
      {
        const foot = horizon + 40 + (1 - depth) * (edge ? 480 : 130);
        paintTrunk(stage, x, foot, Math.max(tall, foot + 60), depth);
      }
    }
  }
  paintRays(stage);
  const ground = horizon + 130;
  for (let index = 0; index < 24; index++)
    softEllipse(
      ctx,
      random.range(0, width),
      random.range(ground, height),
      random.range(60, 170),
      random.range(8, 24),
      random.chance(0.5) ? shade(light, '#9a9a55', 0.05, 0.9) : shade(light, '#2f3f28', 0, -0.6),
      0.35,
      0,
    );
  for (let index = 0; index < 4; index++)
    rock(
      ctx,
      random,
      width * random.range(0, 1),
      random.range(ground + 60, height),
      random.range(70, 150),
      random.range(30, 70),
      shade(light, '#5a5f55', 0.03, -0.3),
      shade(light, '#98a083', 0.03, 0.8),
      side,
    );
  paintForegroundGrass(stage, '#58703e');
  branchFrame(ctx, random, width, stage.variant % 2 ? 1 : -1, shade(light, '#26341f', 0, -0.7));
  return { land: [{ x: width * 0.5, y: horizon + 120, size: 92, depth: 0.3 }], water: [], surface: [] };
}

function paintTrunk(stage: Stage, x: number, y: number, tall: number, depth: number): void {
  const { ctx, light } = stage;
  const random = stage.random.fork(`trunk ${Math.round(x)}`);
  const thick = (1 - depth) * random.range(34, 74) + 14;
  const lean = random.range(-0.04, 0.04) * tall;
  const bark = shade(light, '#4e3d30', depth, -0.35);
  limb(ctx, [x, y], [x + lean * 0.3, y - tall * 0.5], [x + lean, y - tall], thick * 1.25, thick * 0.62, bark);
  const side = lightSide(stage);
  limb(
    ctx,
    [x + side * thick * 0.38, y - 8],
    [x + side * thick * 0.36 + lean * 0.3, y - tall * 0.5],
    [x + side * thick * 0.2 + lean, y - tall],
    thick * 0.26,
    thick * 0.12,
    shade(light, '#a07f5c', depth, 1),
  );
  for (let root = -1; root <= 1; root += 2)
    limb(
      ctx,
      [x + root * thick * 0.34, y - thick * 0.7],
      [x + root * thick * 0.5, y - 2],
      [x + root * thick * 0.95, y + thick * 0.1],
      thick * 0.34,
      thick * 0.08,
      bark,
    );
  for (let branch = 0; branch < 3; branch++) {
    const t = random.range(0.42, 0.85);
    const way = random.sign();
    limb(
      ctx,
      [x + lean * t, y - tall * t],
      [x + lean * t + way * thick * 1.6, y - tall * t - thick * 0.7],
      [x + lean * t + way * thick * random.range(2.4, 4), y - tall * t - thick * random.range(0.8, 2.4)],
      thick * 0.3,
      thick * 0.06,
      bark,
    );
  }
}

/** Shafts of light between the trees. */
function paintRays({ ctx, width, height, body, light, random }: Stage): void {
  const rays = random.fork('rays');
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (let index = 0; index < 6; index++) {
    const x = body.x + rays.range(-200, 200);
    const slant = (width / 2 - body.x) * rays.range(0.5, 1.2);
    const wide = rays.range(20, 74);
    ctx.fillStyle = verticalGradient(ctx, 0, height * 0.8, [
      [0, alpha(light.key, 0.3 * light.keyStrength)],
      [1, alpha(light.key, 0)],
    ]);
    polygon(ctx, [
      [x - wide * 0.4, -20],
      [x + wide * 0.4, -20],
      [x + slant + wide * 1.6, height * 0.82],
      [x + slant - wide * 1.6, height * 0.82],
    ]);
    ctx.fill();
  }
  ctx.restore();
}

export function paintField(stage: Stage): Ground {
  const { ctx, width, height, horizon, light } = stage;
  const random = stage.random.fork('field');
  paintMountains(stage, { layers: 1, height: 120, rock: '#7f93a3', snowcaps: false, base: horizon });
  paintTreeline(stage, { base: horizon + 18, height: 40, depth: 0.66, colour: '#4d6b50', label: 'hedge' });
  const golden = random.chance(0.45);
  const crests = paintHills(stage, {
    layers: 4,
    top: horizon + 16,
    bottom: horizon + (height - horizon) * 0.5,
    far: golden ? '#c6b26a' : '#8fb06c',
    near: golden ? '#c79b45' : '#648a45',
  });
  paintPath(stage, '#cbb389');
  const crest = crests[2] ?? [];
  const treeX = width * (lightSide(stage) > 0 ? 0.2 : 0.8);
  broadleaf(
    ctx,
    random,
    treeX,
    ridgeAt(crest, treeX) + 20,
    230,
    shade(light, '#557a3d', 0.16),
    shade(light, '#4b3828', 0.16, -0.3),
    lightSide(stage),
  );
  paintForegroundGrass(stage, golden ? '#c9a04c' : '#6b8d47');
  return { land: landSpots(stage, (x) => ridgeAt(crests[1] ?? [], x)), water: [], surface: [] };
}

/** A way that winds from the camera to the horizon. */
export function paintPath({ ctx, width, height, horizon, light, random }: Stage, own: string): void {
  const path = random.fork('path');
  const sway = path.range(60, 120) * path.sign();
  const edge = (t: number, half: number): [number, number] => {
    const y = height - t * (height - horizon - 26);
    return [width * 0.5 + Math.sin(t * 3.4) * sway * (1 - t * 0.6) + half * 170 * Math.pow(1 - t, 1.8) + half * 5, y];
  };
  const left = Array.from({ length: 24 }, (_, index) => edge(index / 23, -1));
  const right = Array.from({ length: 24 }, (_, index) => edge(index / 23, 1));
  polygon(ctx, [...left, ...right.reverse()]);
  ctx.fillStyle = verticalGradient(ctx, horizon, height, [
    [0, shade(light, own, 0.6, 0.3)],
    [1, shade(light, darken(own, 0.25), 0, -0.1)],
  ]);
  ctx.fill();
}

export function paintDesert(stage: Stage): Ground {
  const { ctx, width, height, horizon, light } = stage;
  const random = stage.random.fork('desert');
  paintMountains(stage, { layers: 2, height: 130, rock: '#b0714f', snowcaps: false, base: horizon + 6 });
  const side = lightSide(stage);
  const crests = paintHills(stage, {
    layers: 4,
    top: horizon + 14,
    bottom: horizon + (height - horizon) * 0.52,
    far: '#e6b877',
    near: '#d39a56',
    roll: 46,
  });
  for (let index = 0; index < 3; index++)
    rock(
      ctx,
      random,
      width * random.range(0, 1),
      horizon + random.range(90, 300),
      random.range(50, 120),
      random.range(24, 60),
      shade(light, '#8c5a3e', 0.12, -0.3),
      shade(light, '#d99a68', 0.1, 0.9),
      side,
    );
  return { land: landSpots(stage, (x) => ridgeAt(crests[1] ?? [], x)), water: [], surface: [] };
}

export function paintSnowland(stage: Stage): Ground {
  const { ctx, width, height, horizon, light } = stage;
  paintMountains(stage, { layers: 2, height: horizon * 0.42, rock: '#8a93a6', snowcaps: true, base: horizon });
  paintTreeline(stage, { base: horizon + 26, height: 78, depth: 0.55, colour: '#4a6068', label: 'far wood' });
  const crests = paintHills(stage, {
    layers: 3,
    top: horizon + 22,
    bottom: horizon + (height - horizon) * 0.45,
    far: '#e6edf6',
    near: '#f7faff',
    roll: 28,
  });
  const random = stage.random.fork('snow trees');
  for (let index = 0; index < 6; index++) {
    const x = width * (index < 3 ? random.range(-0.02, 0.3) : random.range(0.72, 1.04));
    const y = horizon + 120 + index * 24;
    const tall = 190 + index * 22;
    conifer(
      ctx,
      random,
      x,
      y,
      tall,
      shade(light, '#3c5560', 0.16, -0.2),
      shade(light, '#f4f8ff', 0.1, 0.6),
      lightSide(stage),
    );
    softEllipse(ctx, x, y + 4, tall * 0.24, 12, shade(light, '#f7faff', 0, 0.4), 0.9, 0.3);
  }
  return { land: landSpots(stage, (x) => ridgeAt(crests[1] ?? [], x)), water: [], surface: [] };
}

export function paintRiver(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure } = stage;
  const random = stage.random.fork('river');
  paintMountains(stage, { layers: 2, height: horizon * 0.34, rock: '#6d8390', snowcaps: false, base: horizon - 8 });
  paintTreeline(stage, { base: horizon + 4, height: 96, depth: 0.5, colour: '#47684f', label: 'far bank', gap: 0.16 });
  const bank = Math.max(figure.y - figure.size * 0.12, horizon + (height - horizon) * 0.4);
  paintWater(stage, { top: horizon, bottom: bank + 90, swell: 0.18 });
  softEllipse(ctx, width / 2, horizon + 24, width * 0.8, 52, shade(light, '#33503f', 0.4, -0.4), 0.55, 0.1);
  ctx.fillStyle = verticalGradient(ctx, bank, height, [
    [0, shade(light, '#7d9a55', 0.03, 0.5)],
    [1, shade(light, '#3f5a30', 0, -0.5)],
  ]);
  ctx.beginPath();
  ctx.moveTo(-10, bank - 26);
  ctx.bezierCurveTo(width * 0.3, bank + 40, width * 0.65, bank - 30, width + 10, bank + 26);
  ctx.lineTo(width + 10, height);
  ctx.lineTo(-10, height);
  ctx.fill();
  for (const [from, to] of [
    [-20, width * 0.3],
    [width * 0.76, width + 20],
  ] as const)
    grass(
      ctx,
      random,
      from,
      to,
      bank + 40,
      130,
      shade(light, '#5f7840', 0.02, -0.3),
      shade(light, '#b6bd72', 0.02, 0.7),
      0.26,
    );
  paintForegroundGrass(stage, '#648344');
  return {
    land: [{ x: width * 0.8, y: horizon + 8, size: 40, depth: 0.45 }],
    water: [
      { x: width * 0.4, y: horizon + (bank - horizon) * 0.5, size: 90, depth: 0.16 },
      { x: width * 0.7, y: horizon + (bank - horizon) * 0.2, size: 46, depth: 0.4 },
    ],
    surface: [],
  };
}

export function paintCave(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure } = stage;
  const random = stage.random.fork('cave');
  paintWater(stage, { top: horizon, bottom: height, swell: 0.15 });
  for (const [depth, inset, colour] of [
    [0.35, 0.3, '#5a5560'],
    [0.15, 0.2, '#3d3944'],
    [0, 0.08, '#221f28'],
  ] as const) {
    const own = shade(light, colour, depth * 0.6, -0.2);
    const wobble = (): number => random.range(-26, 26);
    const mouth: [number, number][] = [];
    for (let index = 0; index <= 18; index++) {
      const angle = Math.PI + (index / 18) * Math.PI;
      mouth.push([
        width / 2 + Math.cos(angle) * width * (0.5 - inset) + wobble(),
        horizon + 60 + Math.sin(angle) * horizon * (0.92 - inset * 1.3) + wobble(),
      ]);
    }
    ctx.fillStyle = verticalGradient(ctx, 0, height, [
      [0, darken(own, 0.4)],
      [0.6, own],
      [1, darken(own, 0.6)],
    ]);
    ctx.beginPath();
    ctx.moveTo(-20, -20);
    ctx.lineTo(width + 20, -20);
    ctx.lineTo(width + 20, horizon + 70);
    for (const [x, y] of mouth.reverse()) ctx.lineTo(x, y);
    ctx.lineTo(-20, horizon + 70);
    ctx.fill();
    const floor = horizon + 60 + (1 - depth / 0.35) * (figure.y - figure.size * 0.12 - horizon - 60);
    const rise = ridge(random.fork(`floor ${depth}`), width, floor, 16, { waves: 2, octaves: 3 }).map(
      ([x, y]): Point => [x, y - Math.pow(Math.abs(x / width - 0.5) * 2, 3) * 120],
    );
    fillBelow(
      ctx,
      rise,
      height,
      verticalGradient(ctx, floor - 40, height, [
        [0, lighten(own, 0.14)],
        [0.3, own],
        [1, darken(own, 0.65)],
      ]),
    );
  }
  for (let index = 0; index < 12; index++) {
    const x = random.range(0, width);
    const reach = random.range(50, 190);
    polygon(ctx, [
      [x - 16, random.range(20, 130)],
      [x + 18, random.range(20, 130)],
      [x + 2, 110 + reach],
    ]);
    ctx.fillStyle = shade(light, '#2a2731', 0, -0.3);
    ctx.fill();
  }
  for (let index = 0; index < 7; index++) {
    const x = random.chance(0.5) ? random.range(0, width * 0.22) : random.range(width * 0.78, width);
    const y = random.range(horizon + 60, height * 0.94);
    const tall = random.range(24, 70);
    glow(ctx, x, y - tall / 2, tall * 2.4, '#6fd6e0', 0.4);
    polygon(ctx, [
      [x - tall * 0.2, y],
      [x - tall * 0.05, y - tall],
      [x + tall * 0.2, y],
    ]);
    ctx.fillStyle = alpha('#a9f0f2', 0.8);
    ctx.fill();
  }
  return { land: [], water: [{ x: width * 0.5, y: horizon + 44, size: 60, depth: 0.2 }], surface: [] };
}
