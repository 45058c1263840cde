import { blob, fillPolygon, limb, type Point, polygon, ridgeAt, softEllipse, verticalGradient } from '../brush';
import { alpha, darken, mix } from '../colour';
import { paintHills, paintMountains, paintTreeline } from '../landforms';
import { shade } from '../palette';
import type { Random } from '../random';
import { type Ground, lightSide, type Stage } from '../stage';
import { broadleaf, grass } from '../vegetation';
import { paintWater } from '../water';
import { paintBloom, paintBushes, paintGround } from './gardens';

/** Paints a town's park: lawn, old trees, lamps and a bench along a curved path. */
export function paintPark(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure } = stage;
  const random = stage.random.fork('park');
  const side = lightSide(stage);
  paintTreeline(stage, { base: horizon + 10, height: 60, depth: 0.66, colour: '#567a58', label: 'park edge' });
  paintGround(stage, horizon + 6, '#86ad5d');
  const sway = random.sign();
  const edge = (t: number, half: number): Point => [
    width * (0.5 + sway * 0.26 * Math.sin(t * 2.6)) + half * (10 + 210 * Math.pow(1 - t, 1.7)),
    height - t * (height - horizon - 30),
  ];
  polygon(ctx, [
    ...Array.from({ length: 20 }, (_, index) => edge(index / 19, -1)),
    ...Array.from({ length: 20 }, (_, index) => edge(1 - index / 19, 1)),
  ]);
  ctx.fillStyle = verticalGradient(ctx, horizon, height, [
    [0, shade(light, '#e6d3ac', 0.4, 0.4)],
    [1, shade(light, '#b39a74', 0, -0.2)],
  ]);
  ctx.fill();
  for (const [at, y, tall] of [
    [0.04, 70, 330],
    [0.94, 96, 380],
    [0.28, 44, 210],
    [0.7, 52, 230],
  ] as const) {
    const x = width * at;
    softEllipse(ctx, x - side * tall * 0.2, horizon + y + 4, tall * 0.5, tall * 0.08, '#16220f', 0.4, 0.1);
    broadleaf(
      ctx,
      random,
      x,
      horizon + y,
      tall,
      shade(light, random.pick(['#5f8f45', '#7aa04a', '#4f7d46']), 0.2),
      shade(light, '#4b3828', 0.18, -0.3),
      side,
    );
  }
  paintBushes(stage, random, {
    from: width * 0.78,
    to: width + 40,
    y: figure.y - 40,
    height: 90,
    depth: 0.06,
    own: '#5f8f45',
    blooms: 5,
  });
  paintBushes(stage, random, {
    from: -40,
    to: width * 0.18,
    y: figure.y - 30,
    height: 80,
    depth: 0.06,
    own: '#57823f',
    blooms: 5,
  });
  return {
    land: [
      { x: width * 0.5, y: horizon + 44, size: 60, depth: 0.4 },
      { x: width * 0.76, y: horizon + 90, size: 84, depth: 0.24 },
    ],
    water: [],
    surface: [],
  };
}

/** Paints a farm: a red barn, a field in rows, a rail fence. */
export function paintFarm(stage: Stage): Ground {
  const { ctx, width, height, horizon, light } = stage;
  const random = stage.random.fork('farm');
  paintMountains(stage, { layers: 1, height: 90, rock: '#8397a2', snowcaps: false, base: horizon });
  const crests = paintHills(stage, {
    layers: 3,
    top: horizon + 14,
    bottom: horizon + (height - horizon) * 0.34,
    far: '#b9b86a',
    near: '#7d9a4d',
    roll: 22,
  });
  const right = stage.crewX < 0.5;
  paintBarn(stage, width * (right ? 0.76 : 0.24), ridgeAt(crests[1] ?? [], width * 0.75) + 46, 190, 0.16);
  broadleaf(
    ctx,
    random,
    width * (right ? 0.08 : 0.92),
    horizon + 110,
    280,
    shade(light, '#648a42', 0.18),
    shade(light, '#4b3828', 0.18, -0.3),
    lightSide(stage),
  );
  const fence = horizon + (height - horizon) * 0.3;
  for (let post = -1; post < 8; post++) {
    const x = post * 120 + random.range(-8, 8);
    ctx.fillStyle = shade(light, '#7c6148', 0.08, 0.2);
    ctx.fillRect(x, fence - 84, 13, 96);
    for (const y of [70, 36]) {
      ctx.fillStyle = shade(light, '#94765a', 0.08, 0.4);
      ctx.fillRect(x, fence - y + random.range(-4, 4), 124, 9);
    }
  }
  grass(
    ctx,
    random,
    0,
    width,
    fence + 14,
    46,
    shade(light, '#66843f', 0.05, -0.2),
    shade(light, '#c2c878', 0.05, 0.7),
    0.3,
  );
  return { land: [{ x: width * (right ? 0.3 : 0.7), y: horizon + 70, size: 70, depth: 0.3 }], water: [], surface: [] };
}

function paintBarn({ ctx, light }: Stage, x: number, y: number, size: number, depth: number): void {
  const red = '#a8443a';
  fillPolygon(
    ctx,
    [
      [x - size * 0.6, y],
      [x - size * 0.6, y - size * 0.62],
      [x - size * 0.4, y - size * 0.98],
      [x, y - size * 1.2],
      [x + size * 0.4, y - size * 0.98],
      [x + size * 0.6, y - size * 0.62],
      [x + size * 0.6, y],
    ],
    shade(light, red, depth, 0.2),
  );
  ctx.strokeStyle = alpha(shade(light, darken(red, 0.4), depth), 0.6);
  ctx.lineWidth = 2;
  for (let board = -5; board <= 5; board++) {
    ctx.beginPath();
    ctx.moveTo(x + board * size * 0.1, y);
    ctx.lineTo(x + board * size * 0.1, y - size * (1.14 - Math.abs(board) * 0.08));
    ctx.stroke();
  }
  ctx.lineWidth = size * 0.07;
  ctx.lineJoin = 'round';
  ctx.strokeStyle = shade(light, '#4b4552', depth, 0.1);
  ctx.beginPath();
  for (const [px, py] of [
    [-0.66, -0.56],
    [-0.42, -1],
    [0, -1.23],
    [0.42, -1],
    [0.66, -0.56],
  ] as const)
    ctx.lineTo(x + px * size, y + py * size);
  ctx.stroke();
  ctx.fillStyle = shade(light, '#f0e6d4', depth, 0.4);
  ctx.fillRect(x - size * 0.24, y - size * 0.54, size * 0.48, size * 0.54);
  ctx.fillStyle = shade(light, '#7d3028', depth, -0.2);
  ctx.fillRect(x - size * 0.2, y - size * 0.5, size * 0.19, size * 0.5);
  ctx.fillRect(x + size * 0.01, y - size * 0.5, size * 0.19, size * 0.5);
  ctx.fillStyle = light.night > 0.3 ? '#ffd98a' : shade(light, '#33262a', depth, -0.3);
  ctx.fillRect(x - size * 0.1, y - size * 0.9, size * 0.2, size * 0.18);
}

/** Paints a lake or pond: still water between reeds, lilies, woods on the far bank. */
export function paintLake(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure } = stage;
  const random = stage.random.fork('lake');
  paintMountains(stage, { layers: 1, height: horizon * 0.24, rock: '#74909a', snowcaps: false, base: horizon - 4 });
  for (let tree = 0; tree < 7; tree++)
    broadleaf(
      ctx,
      random,
      width * (tree / 6) + random.range(-30, 30),
      horizon + 14,
      random.range(90, 170),
      shade(light, random.pick(['#5d8446', '#6f9a52', '#4d7a52']), 0.44),
      shade(light, '#4b3828', 0.4, -0.3),
      lightSide(stage),
    );
  const bank = Math.max(figure.y - figure.size * 0.1, horizon + 150);
  paintWater(stage, { top: horizon + 6, bottom: bank + 60, swell: 0.08 });
  softEllipse(ctx, width / 2, horizon + 30, width * 0.8, 46, shade(light, '#3d5d3a', 0.4, -0.4), 0.6, 0.1);
  for (let lily = 0; lily < 16; lily++) {
    const t = random.range(0.3, 0.95);
    const [x, y, radius] = [random.range(0, width), horizon + 6 + t * (bank - horizon - 20), 8 + t * 26];
    ctx.fillStyle = shade(light, random.pick(['#6d9c58', '#588a52']), 0.2 * (1 - t), 0.3);
    ctx.beginPath();
    ctx.ellipse(x, y, radius, radius * 0.3, 0, 0.3, Math.PI * 1.9);
    ctx.lineTo(x, y);
    ctx.fill();
    if (lily % 4 === 0) paintBloom(stage, random, x, y - radius * 0.3, radius * 0.4, 0.05);
  }
  ctx.fillStyle = verticalGradient(ctx, bank, height, [
    [0, shade(light, '#86a659', 0.04, 0.5)],
    [1, shade(light, '#3f5a30', 0, -0.5)],
  ]);
  blob(ctx, [
    [-60, bank + 30],
    [width * 0.2, bank + 6],
    [width * 0.55, bank + 26],
    [width * 0.85, bank - 6],
    [width + 60, bank + 26],
    [width + 60, height + 80],
    [-60, height + 80],
  ]);
  ctx.fill();
  for (const at of [0.06, 0.16, 0.86, 0.97])
    paintReeds(stage, random, width * at, bank + 40 + random.range(-10, 30), random.range(150, 240));
  grass(
    ctx,
    random,
    0,
    width,
    bank + 70,
    60,
    shade(light, '#5f7d3d', 0.02, -0.2),
    shade(light, '#b9c877', 0.02, 0.6),
    0.12,
  );
  return {
    land: [{ x: width * 0.8, y: horizon + 12, size: 44, depth: 0.42 }],
    water: [
      { x: width * (stage.crewX < 0.5 ? 0.7 : 0.3), y: horizon + (bank - horizon) * 0.5, size: 84, depth: 0.16 },
      { x: width * 0.5, y: horizon + (bank - horizon) * 0.2, size: 44, depth: 0.4 },
    ],
    surface: [],
  };
}

function paintReeds({ ctx, light }: Stage, random: Random, x: number, y: number, height: number): void {
  for (let reed = 0; reed < 9; reed++) {
    const dx = random.range(-34, 34);
    const bend = random.range(-0.16, 0.16) * height;
    const top: Point = [x + dx + bend, y - height * random.range(0.6, 1)];
    limb(
      ctx,
      [x + dx, y],
      [x + dx + bend * 0.3, (y + top[1]) / 2],
      top,
      5,
      2.4,
      shade(light, mix('#6f8a45', '#a8a860', random.next()), 0.02, 0.1),
    );
    if (reed % 3 === 0)
      limb(ctx, top, [top[0], top[1] - 16], [top[0] + 1, top[1] - 34], 10, 8, shade(light, '#6b4630', 0.02, 0));
  }
}
