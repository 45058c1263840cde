import { alpha, darken, lighten } from '../colour';
import { fillBelow, type Point, polygon, ridge, softEllipse, verticalGradient } from '../brush';
import { shade } from '../palette';
import { type Ground, lightSide, type Spot, type Stage } from '../stage';
import { grass, rock } from '../vegetation';
import { paintWater } from '../water';

const ROCK = '#6d665f';

const GRASS = '#71844b';
const SAND = '#e2c795';

export const swellOf = ({ brief }: Stage): number =>
  ({ storm: 1.5, rain: 0.9, clear: 0.45, cloudy: 0.6, snow: 0.6, fog: 0.2 })[brief.weather];

export const waterSpots = (stage: Stage): Spot[] => {
  const { width, horizon, height, crewX } = stage;
  const free = crewX < 0.5 ? 0.68 : 0.3;
  return [
    { x: width * free, y: horizon + (height - horizon) * 0.17, size: 74, depth: 0.25 },
    { x: width * (1 - free), y: horizon + (height - horizon) * 0.07, size: 40, depth: 0.5 },
    { x: width * 0.5, y: horizon + (height - horizon) * 0.32, size: 120, depth: 0.08 },
  ];
};

/** Paints headlands that fade into the haze. */
export function paintHeadlands(stage: Stage): void {
  const { ctx, width, horizon, light } = stage;
  const random = stage.random.fork('headland');
  for (const [depth, height] of [
    [0.82, 46],
    [0.66, 30],
  ] as const) {
    const side = random.sign();
    const crest = ridge(random.fork(`h${depth}`), width, horizon - 4, height, { waves: 1.6, octaves: 3 }).map(
      ([x, y]): Point => {
        const reach = side > 0 ? x / width : 1 - x / width;
        return [x, Math.min(horizon + 3, y + (1 - reach) * height * 2.4 - height * 0.4)];
      },
    );
    fillBelow(ctx, crest, horizon + 2, shade(light, '#56707a', depth));
  }
}

/** Paints a rocky coast on one side that can carry a lighthouse or a house; returns its top. */
export function paintCliff(stage: Stage, top: number, reach: number): Spot {
  const { ctx, width, horizon, light } = stage;
  const random = stage.random.fork('cliff');
  const left = stage.body.x > width / 2;
  const at = (share: number): number => (left ? share * width : width - share * width);
  const side = lightSide(stage);
  const foot = horizon + (stage.height - horizon) * 0.16;
  const outline: Point[] = [
    [at(-0.05), top - 8],
    [at(reach * 0.35), top + random.range(-6, 6)],
    [at(reach * 0.72), top + 10],
    [at(reach * 0.9), top + (foot - top) * 0.24],
    [at(reach * 0.94), top + (foot - top) * 0.55],
    [at(reach * 1.12), top + (foot - top) * 0.8],
    [at(reach * 1.28), foot],
    [at(-0.05), foot + 30],
  ];
  polygon(ctx, outline);
  ctx.fillStyle = verticalGradient(ctx, top, foot, [
    [0, shade(light, lighten(ROCK, 0.1), 0.26, 0.4)],
    [1, shade(light, darken(ROCK, 0.4), 0.2, -0.5)],
  ]);
  ctx.fill();
  ctx.save();
  ctx.clip();
  for (let index = 0; index < 26; index++) {
    const x = at(random.range(-0.02, reach * 1.2));
    const y = random.range(top, foot);
    const w = random.range(20, 90);
    const h = random.range(30, 110);
    polygon(ctx, [
      [x, y],
      [x + side * w * 0.5, y + h * 0.1],
      [x + side * w * 0.35, y + h],
      [x - side * w * 0.1, y + h * 0.8],
    ]);
    ctx.fillStyle = alpha(
      index % 2 ? shade(light, lighten(ROCK, 0.3), 0.2, 1) : shade(light, darken(ROCK, 0.55), 0.2, -0.8),
      0.35,
    );
    ctx.fill();
  }
  softEllipse(ctx, at(reach * 0.3), top + 2, width * reach * 0.85, 26, shade(light, GRASS, 0.2, 0.6), 0.95, 0.4);
  ctx.restore();
  grass(
    ctx,
    random,
    Math.min(at(0), at(reach * 0.74)),
    Math.max(at(0), at(reach * 0.74)),
    top + 8,
    15,
    shade(light, GRASS, 0.22),
    shade(light, lighten(GRASS, 0.2), 0.22, 0.9),
    0.5,
  );
  for (let index = 0; index < 9; index++)
    softEllipse(
      ctx,
      at(reach * random.range(0.9, 1.4)),
      foot + random.range(-8, 12),
      random.range(16, 44),
      random.range(3, 6),
      '#f2f7f8',
      0.28,
      0,
    );
  return { x: at(reach * 0.4), y: top + 9, size: 62, depth: 0.22 };
}

/** Paints rocks and turf in the foreground, on whose top people stand. */
function paintShore(stage: Stage, grassy: boolean): void {
  const { ctx, width, height, light, figure } = stage;
  const random = stage.random.fork('shore');
  const top = figure.y - figure.size * 0.05;
  const own = grassy ? GRASS : ROCK;
  const crest = ridge(random, width, top, 15, { waves: 1.6, octaves: 3 });
  fillBelow(
    ctx,
    crest,
    height,
    verticalGradient(ctx, top, height, [
      [0, shade(light, lighten(own, 0.06), 0.02, 0.45)],
      [0.45, shade(light, darken(own, 0.25), 0, -0.1)],
      [1, shade(light, darken(own, 0.6), 0, -0.7)],
    ]),
  );
  for (let index = 0; index < 9; index++) {
    const y = top + random.range(16, height - top);
    rock(
      ctx,
      random,
      random.range(0, width),
      y,
      random.range(50, 150),
      random.range(16, 52),
      shade(light, darken(ROCK, 0.3), 0, -0.3),
      shade(light, lighten(ROCK, 0.16), 0, 0.9),
      lightSide(stage),
    );
  }
  if (grassy) {
    for (let row = 0; row < 5; row++)
      grass(
        ctx,
        random,
        0,
        width,
        top + 12 + row * (height - top) * 0.2,
        26 + row * 14,
        shade(light, darken(GRASS, 0.1 + row * 0.1), 0, -0.2),
        shade(light, lighten(GRASS, 0.25), 0, 0.8),
        0.22,
      );
  }
}

export const needsCliff = ({ brief }: Stage): boolean =>
  brief.place === 'cliff' ||
  brief.subjects.some((subject) => ['lighthouse', 'house', 'castle', 'tower'].includes(subject));

export function paintSea(stage: Stage): Ground {
  const { horizon, height, brief } = stage;
  paintHeadlands(stage);
  paintWater(stage, { top: horizon, bottom: height, swell: swellOf(stage) });
  const land = needsCliff(stage)
    ? [paintCliff(stage, horizon - stage.random.fork('cliff top').range(40, 90), 0.4)]
    : [];
  if (brief.people.length > 0 || brief.place === 'cliff') paintShore(stage, brief.place === 'cliff');
  return { land, water: waterSpots(stage), surface: [] };
}

export function paintBeach(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure } = stage;
  paintHeadlands(stage);
  const shore = Math.min(figure.y - figure.size * 0.16, horizon + (height - horizon) * 0.42);
  paintWater(stage, { top: horizon, bottom: shore + 60, swell: swellOf(stage) * 0.8 });
  const land = needsCliff(stage) ? [paintCliff(stage, horizon - 60, 0.36)] : [];
  const random = stage.random.fork('sand');
  const crest = ridge(random, width, shore, 20, { waves: 1.1, octaves: 2 });
  for (const [shift, opacity, thick] of [
    [-16, 0.35, 5],
    [-5, 0.85, 8],
    [3, 0.5, 4],
  ] as const) {
    ctx.strokeStyle = alpha('#ffffff', opacity * (1 - light.night * 0.35));
    ctx.lineWidth = thick;
    ctx.beginPath();
    crest.forEach(([x, y], index) => (index === 0 ? ctx.moveTo(x, y + shift) : ctx.lineTo(x, y + shift)));
    ctx.stroke();
  }
  fillBelow(
    ctx,
    crest,
    height,
    verticalGradient(ctx, shore, height, [
      [0, shade(light, darken(SAND, 0.28), 0.1, 0.2)],
      [0.2, shade(light, SAND, 0.04, 0.4)],
      [1, shade(light, darken(SAND, 0.3), 0, -0.3)],
    ]),
  );
  for (let index = 0; index < 60; index++) {
    const y = random.range(shore + 30, height);
    softEllipse(
      ctx,
      random.range(0, width),
      y,
      random.range(30, 140),
      random.range(2, 7),
      shade(light, random.chance(0.5) ? lighten(SAND, 0.25) : darken(SAND, 0.35), 0, random.chance(0.5) ? 0.8 : -0.4),
      0.3,
      0,
    );
  }
  const dune = lightSide(stage) > 0 ? ([-40, width * 0.42] as const) : ([width * 0.58, width + 40] as const);
  for (let row = 0; row < 3; row++)
    grass(
      ctx,
      random,
      dune[0],
      dune[1],
      height * (0.93 + row * 0.035),
      120,
      shade(light, '#7d8454', 0, -0.3),
      shade(light, '#c9c27e', 0, 0.6),
      0.12,
    );
  return { land, water: waterSpots(stage), surface: [] };
}
