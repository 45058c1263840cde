import { polygon, ridgeAt, softEllipse, verticalGradient } from '../brush';
import { darken, lighten } from '../colour';
import { paintHills, paintMountains, paintTreeline } from '../landforms';
import { shade } from '../palette';
import { lightSide } from '../stage';
import type { Ground, Spot, Stage } from '../stage';
import { broadleaf, conifer, grass, rock } from '../vegetation';
import { paintWater } from '../water';

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

export function paintForegroundGrass(stage: Stage, colour: string): void {
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

/** Paints a path that winds from the camera to the horizon. */
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
