import { polygon, ridgeAt, verticalGradient } from '../brush';
import { paintHills, paintMountains, paintTreeline } from '../landforms';
import { shade } from '../palette';
import { type Ground, lightSide, type Stage } from '../stage';
import { paintHouse, paintTower } from '../subjects/buildings';
import { broadleaf, grass } from '../vegetation';
import { paintPath } from './wild';

export function paintVillage(stage: Stage): Ground {
  const { ctx, width, height, horizon, light } = stage;
  const random = stage.random.fork('village');
  paintMountains(stage, { layers: 1, height: 160, rock: '#75889a', snowcaps: false, base: horizon });
  paintTreeline(stage, { base: horizon + 16, height: 54, depth: 0.6, colour: '#496852', label: 'village wood' });
  const crests = paintHills(stage, {
    layers: 3,
    top: horizon + 20,
    bottom: horizon + (height - horizon) * 0.44,
    far: '#88a568',
    near: '#678a49',
  });
  const crest = crests[1] ?? [];
  const layout = random.fork('layout');
  if (layout.chance(0.3))
    paintTower(stage, { x: width * 0.5 + random.range(-60, 60), y: horizon + 40, size: 46, depth: 0.45 });
  for (let index = 0; index < 9; index++) {
    const t = index / 8;
    const side = index % 2 ? 1 : -1;
    const x = width * 0.5 + side * width * (0.12 + t * 0.36) + random.range(-14, 14);
    paintHouse(stage, { x, y: ridgeAt(crest, x) + 6 + t * 96, size: 44 + t * 52, depth: 0.42 - t * 0.34 });
  }
  paintPath(stage, '#d0b98f');
  const tree = lightSide(stage) > 0 ? -0.02 : 1.02;
  broadleaf(
    ctx,
    random,
    width * tree,
    horizon + 380,
    480,
    shade(light, '#4f7040', 0.02, -0.2),
    shade(light, '#463527', 0.02, -0.4),
    lightSide(stage),
  );
  for (let row = 0; row < 3; row++)
    grass(
      ctx,
      random,
      0,
      width,
      height * (0.92 + row * 0.05),
      70,
      shade(light, '#4d6b38', 0, -0.4),
      shade(light, '#a9bd6b', 0, 0.6),
      0.1,
    );
  return {
    land: [
      { x: width * 0.75, y: horizon + 150, size: 110, depth: 0.15 },
      { x: width * 0.25, y: horizon + 130, size: 90, depth: 0.2 },
    ],
    water: [],
    surface: [],
  };
}

export function paintRoad(stage: Stage): Ground {
  const { ctx, width, height, horizon, light } = stage;
  paintMountains(stage, { layers: 2, height: 190, rock: '#7b8797', snowcaps: false, base: horizon });
  const crests = paintHills(stage, {
    layers: 3,
    top: horizon + 14,
    bottom: horizon + 190,
    far: '#98a86c',
    near: '#7f8d4d',
  });
  const vanish = width * 0.5;
  polygon(ctx, [
    [vanish - 5, horizon + 20],
    [vanish + 5, horizon + 20],
    [width * 1.05, height],
    [-width * 0.05, height],
  ]);
  ctx.fillStyle = verticalGradient(ctx, horizon, height, [
    [0, shade(light, '#8d8a88', 0.55, 0.2)],
    [1, shade(light, '#4b4a4e', 0, -0.2)],
  ]);
  ctx.fill();
  for (let dash = 0; dash < 8; dash++) {
    const [a, b] = [Math.pow(dash / 8, 2), Math.pow((dash + 0.5) / 8, 2)];
    const span = height - horizon - 20;
    polygon(ctx, [
      [vanish - 2 - a * 9, horizon + 20 + a * span],
      [vanish + 2 + a * 9, horizon + 20 + a * span],
      [vanish + 2 + b * 9, horizon + 20 + b * span],
      [vanish - 2 - b * 9, horizon + 20 + b * span],
    ]);
    ctx.fillStyle = shade(light, '#f1e6c4', 0.1, 0.4);
    ctx.fill();
  }
  for (let post = 0; post < 6; post++) {
    const t = Math.pow((post + 1) / 6, 1.9);
    const x = vanish + (lightSide(stage) > 0 ? -1 : 1) * width * 0.62 * t;
    const y = horizon + 24 + t * 420;
    ctx.fillStyle = shade(light, '#4a3a2d', (1 - t) * 0.5, -0.3);
    ctx.fillRect(x - 5 * t, y - 620 * t, 10 * t, 620 * t);
    ctx.fillRect(x - 60 * t, y - 570 * t, 120 * t, 8 * t);
  }
  return {
    land: [
      { x: width * 0.78, y: ridgeAt(crests[1] ?? [], width * 0.78) + 20, size: 90, depth: 0.26 },
      { x: width * 0.18, y: ridgeAt(crests[1] ?? [], width * 0.18) + 30, size: 70, depth: 0.3 },
    ],
    water: [],
    surface: [],
  };
}
