import { alpha, darken, lighten } from '../colour';
import { glow, lampLight, polygon, ridgeAt, softEllipse, verticalGradient } from '../brush';
import { paintHills, paintMountains, paintTreeline } from '../landforms';
import { LAMP_LIGHT, shade } from '../palette';
import type { Random } from '../random';
import { type Ground, lightSide, type Stage } from '../stage';
import { paintHouse, paintTower } from '../subjects/buildings';
import { broadleaf, grass } from '../vegetation';
import { paintPath } from './wild';

const WALLS = ['#b98a6c', '#a6a39c', '#8d6a5e', '#c4ae8b', '#7f8894', '#a8765c'] as const;

/** A street between tall houses, seen along its middle. */
export function paintCity(stage: Stage): Ground {
  const { ctx, width, height, horizon, light } = stage;
  const random = stage.random.fork('city');
  for (const [depth, tall] of [
    [0.84, 300],
    [0.66, 220],
  ] as const) {
    for (let x = -20; x < width;) {
      const w = random.range(34, 84);
      const h = tall * random.range(0.45, 1);
      ctx.fillStyle = shade(light, '#6b7484', depth, 0);
      ctx.fillRect(x, horizon - h, w + 1, h + 10);
      if (random.chance(0.25)) ctx.fillRect(x + w / 2 - 1.5, horizon - h - random.range(20, 60), 3, 60);
      paintWindows(stage, random, x, horizon - h, w, h, depth, 9);
      x += w;
    }
  }
  const wet = stage.brief.weather === 'rain' || stage.brief.weather === 'storm';
  ctx.fillStyle = verticalGradient(ctx, horizon, height, [
    [0, shade(light, '#8b8b90', 0.5, 0.2)],
    [0.3, shade(light, '#67666c', 0.12, 0)],
    [1, shade(light, '#3c3c44', 0, -0.4)],
  ]);
  ctx.fillRect(0, horizon, width, height - horizon);
  const vanish = width * (0.5 + random.range(-0.06, 0.06));
  for (const side of [-1, 1] as const) paintStreetSide(stage, random, side, vanish);
  paintPavement(stage, vanish);
  for (const [t, side] of [
    [0.55, -1],
    [0.55, 1],
    [0.28, -1],
    [0.28, 1],
  ] as const)
    paintStreetLamp(stage, vanish, t, side);
  if (wet || light.night > 0.6) {
    for (let index = 0; index < 26; index++)
      softEllipse(
        ctx,
        random.range(0, width),
        random.range(horizon + 60, height),
        random.range(8, 26),
        random.range(30, 120),
        random.chance(0.5) ? LAMP_LIGHT : light.haze,
        (wet ? 0.2 : 0.08) * (0.4 + light.night),
        0,
      );
  }
  return { land: [{ x: vanish, y: horizon + 50, size: 50, depth: 0.4 }], water: [], surface: [] };
}

function paintWindows(
  { ctx, light }: Stage,
  random: Random,
  x: number,
  y: number,
  w: number,
  h: number,
  depth: number,
  size: number,
): void {
  for (let row = y + size; row < y + h - size; row += size * 2) {
    for (let column = x + size * 0.7; column < x + w - size; column += size * 1.7) {
      const lit = random.chance(0.16 + light.night * 0.34);
      ctx.fillStyle =
        lit && light.night > 0.2
          ? alpha(LAMP_LIGHT, 0.9 - depth * 0.5)
          : alpha(darken(light.sky[0], 0.3), 0.35 * (1 - depth));
      ctx.fillRect(column, row, size * 0.75, size * 1.15);
    }
  }
}

/** House fronts that recede to the vanishing point, drawn as skewed strips. */
function paintStreetSide(stage: Stage, random: Random, side: -1 | 1, vanish: number): void {
  const { ctx, width, horizon, light } = stage;
  const edge = side < 0 ? 0 : width;
  let t = 1;
  const cuts = [0.2, 0.32, 0.48, 0.7, 1].reverse();
  for (const cut of cuts.slice(1)) {
    const xNear = vanish + (edge - vanish) * t;
    const xFar = vanish + (edge - vanish) * cut;
    const storeys = random.int(4, 7);
    const tallNear = horizon * 0.14 * storeys * t;
    const tallFar = horizon * 0.14 * storeys * cut;
    const groundNear = horizon + 150 * t;
    const groundFar = horizon + 150 * cut;
    const depth = (1 - (t + cut) / 2) * 0.7;
    const wall = random.pick(WALLS);
    const topNear = horizon - tallNear;
    const topFar = horizon - tallFar;
    polygon(ctx, [
      [xNear, topNear],
      [xFar, topFar],
      [xFar, groundFar],
      [xNear, groundNear],
    ]);
    const facing = side === lightSide(stage) ? -0.55 : 0.55;
    ctx.fillStyle = verticalGradient(ctx, Math.min(topNear, topFar), groundNear, [
      [0, shade(light, lighten(wall, 0.1), depth, facing)],
      [1, shade(light, darken(wall, 0.4), depth, facing - 0.3)],
    ]);
    ctx.fill();
    ctx.save();
    ctx.clip();
    paintFront(stage, random, { xNear, xFar, topNear, topFar, groundNear, groundFar, storeys, depth });
    ctx.restore();
    ctx.strokeStyle = alpha(shade(light, darken(wall, 0.5), depth), 0.9);
    ctx.lineWidth = 6 * (1 - depth);
    ctx.beginPath();
    ctx.moveTo(xNear, topNear);
    ctx.lineTo(xFar, topFar);
    ctx.stroke();
    t = cut;
  }
}

interface Front {
  xNear: number;
  xFar: number;
  topNear: number;
  topFar: number;
  groundNear: number;
  groundFar: number;
  storeys: number;
  depth: number;
}

function paintFront({ ctx, light }: Stage, random: Random, front: Front): void {
  const at = (u: number, v: number): [number, number] => {
    const x = front.xNear + (front.xFar - front.xNear) * u;
    const top = front.topNear + (front.topFar - front.topNear) * u;
    const ground = front.groundNear + (front.groundFar - front.groundNear) * u;
    return [x, top + (ground - top) * v];
  };
  const columns = 3;
  for (let storey = 0; storey < front.storeys; storey++) {
    const shop = storey === front.storeys - 1;
    for (let column = 0; column < columns; column++) {
      const lit = light.night > 0.2 && random.chance(shop ? 0.85 : 0.25 + light.night * 0.3);
      const [u0, u1] = [(column + 0.24) / columns, (column + 0.78) / columns];
      const [v0, v1] = [(storey + 0.24) / front.storeys, (storey + (shop ? 0.92 : 0.74)) / front.storeys];
      polygon(ctx, [at(u0, v0), at(u1, v0), at(u1, v1), at(u0, v1)]);
      ctx.fillStyle = lit
        ? alpha(shop ? '#ffdf9e' : LAMP_LIGHT, 0.95 - front.depth * 0.5)
        : alpha(darken(light.sky[1], 0.45), 0.7);
      ctx.fill();
      if (lit && shop) {
        const [x, y] = at((u0 + u1) / 2, (v0 + v1) / 2);
        glow(ctx, x, y, 130 * (1 - front.depth), LAMP_LIGHT, 0.4);
      }
    }
    if (shop) {
      polygon(ctx, [
        at(0.05, (storey + 0.06) / front.storeys),
        at(0.95, (storey + 0.06) / front.storeys),
        at(0.95, (storey + 0.24) / front.storeys),
        at(0.05, (storey + 0.24) / front.storeys),
      ]);
      ctx.fillStyle = shade(light, random.pick(['#a8433a', '#3f6d66', '#c28a3e', '#4a5a86']), front.depth, 0.2);
      ctx.fill();
    }
  }
}

function paintPavement({ ctx, light, width, height, horizon }: Stage, vanish: number): void {
  ctx.strokeStyle = alpha(shade(light, '#26252b', 0, -0.5), 0.35);
  ctx.lineWidth = 2;
  for (let line = -10; line <= 20; line++) {
    ctx.beginPath();
    ctx.moveTo(vanish, horizon);
    ctx.lineTo(vanish + ((line - 5) / 8) * width, height);
    ctx.stroke();
  }
  for (let row = 1; row < 16; row++) {
    const y = horizon + Math.pow(row / 15, 2.2) * (height - horizon);
    ctx.beginPath();
    ctx.moveTo(0, y);
    ctx.lineTo(width, y);
    ctx.stroke();
  }
}

function paintStreetLamp({ ctx, light, width, horizon }: Stage, vanish: number, t: number, side: -1 | 1): void {
  const x = vanish + side * width * 0.42 * t * 1.25;
  const ground = horizon + 190 * t;
  const tall = 520 * t;
  ctx.strokeStyle = shade(light, '#23252d', (1 - t) * 0.4, -0.3);
  ctx.lineWidth = 9 * t;
  ctx.beginPath();
  ctx.moveTo(x, ground);
  ctx.lineTo(x, ground - tall * 0.9);
  ctx.quadraticCurveTo(x, ground - tall, x - side * tall * 0.09, ground - tall);
  ctx.stroke();
  ctx.fillStyle = light.night > 0.2 ? '#fff0c6' : '#c9cfd2';
  ctx.beginPath();
  ctx.ellipse(x - side * tall * 0.1, ground - tall * 0.985, tall * 0.03, tall * 0.022, 0, 0, Math.PI * 2);
  ctx.fill();
  if (light.night > 0.2)
    glow(ctx, x - side * tall * 0.1, ground - tall * 0.98, tall * 0.42, LAMP_LIGHT, 0.8 * light.night + 0.1);
}

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

/** A platform seen across the track: what stops here is seen from its side. */
export function paintStation(stage: Stage): Ground {
  const { ctx, width, height, horizon, light, figure, crewX } = stage;
  const random = stage.random.fork('station');
  paintMountains(stage, { layers: 1, height: 140, rock: '#6f7d8d', snowcaps: false, base: horizon });
  paintTreeline(stage, { base: horizon + 22, height: 70, depth: 0.6, colour: '#4a6352', label: 'station wood' });
  const platform = figure.y - figure.size * 0.16;
  const track = Math.max(horizon + 90, platform - 70);
  ctx.fillStyle = verticalGradient(ctx, horizon, platform, [
    [0, shade(light, '#98a070', 0.5, 0.2)],
    [0.6, shade(light, '#857a6a', 0.2, 0)],
    [1, shade(light, '#4f463d', 0.05, -0.4)],
  ]);
  ctx.fillRect(0, horizon + 14, width, platform - horizon);
  for (let x = -20; x < width + 20; x += 34) {
    ctx.fillStyle = shade(light, '#5b4636', 0.1, -0.3);
    ctx.fillRect(x, track - 4, 20, 22);
  }
  ctx.fillStyle = shade(light, '#c9cfd6', 0.05, 0.6);
  ctx.fillRect(0, track - 2, width, 4);
  ctx.fillRect(0, track + 12, width, 5);
  ctx.fillStyle = verticalGradient(ctx, platform, height, [
    [0, shade(light, '#bdb09a', 0, 0.35)],
    [1, shade(light, '#6f6353', 0, -0.3)],
  ]);
  ctx.fillRect(0, platform, width, height - platform);
  ctx.fillStyle = shade(light, '#f1dd9a', 0, 0.4);
  ctx.fillRect(0, platform + 16, width, 9);
  ctx.strokeStyle = alpha(shade(light, '#3d352c', 0, -0.4), 0.4);
  ctx.lineWidth = 2;
  for (let slab = -8; slab <= 16; slab++) {
    ctx.beginPath();
    ctx.moveTo(width * 0.5 + (slab - 4) * 74, platform + 25);
    ctx.lineTo(width * 0.5 + (slab - 4) * 130, height);
    ctx.stroke();
  }
  paintCanopy(stage, platform, crewX < 0.5 ? 1 : -1, random);
  return {
    land: [
      {
        x: width * (crewX < 0.5 ? 0.62 : 0.38),
        y: track + 6,
        size: Math.min(165, (track - horizon) * 0.4 + 90),
        depth: 0.05,
      },
    ],
    water: [],
    surface: [],
  };
}

/** An iron roof on posts that comes in from one side, with its lamps and a clock. */
function paintCanopy({ ctx, light, width, horizon }: Stage, platform: number, side: 1 | -1, random: Random): void {
  const at = (share: number): number => (side > 0 ? width * (1 - share) : width * share);
  const iron = shade(light, '#38463f', 0, -0.2);
  const eaves = horizon * random.range(0.3, 0.36);
  polygon(ctx, [
    [at(-0.1), eaves - 90],
    [at(0.62), eaves - 20],
    [at(0.66), eaves + 6],
    [at(-0.1), eaves - 40],
  ]);
  ctx.fillStyle = iron;
  ctx.fill();
  for (let tooth = 0; tooth < 16; tooth++) {
    const x = at(tooth * 0.042);
    const y = eaves - 44 + tooth * 2.6;
    polygon(ctx, [
      [x - 12, y],
      [x + 12, y],
      [x, y + 24],
    ]);
    ctx.fill();
  }
  for (const share of [0.1, 0.44]) {
    ctx.fillStyle = iron;
    ctx.fillRect(at(share) - 9, eaves - 30, 18, platform - eaves + 60);
    ctx.fillRect(at(share) - 16, platform + 16, 32, 24);
    ctx.strokeStyle = iron;
    ctx.lineWidth = 8;
    for (const way of [-1, 1]) {
      ctx.beginPath();
      ctx.arc(at(share) + way * 62, eaves + 58, 62, way > 0 ? Math.PI : -Math.PI / 2, way > 0 ? -Math.PI / 2 : 0);
      ctx.stroke();
    }
  }
  const lamp = at(0.28);
  ctx.fillStyle = light.night > 0.2 ? '#fff0c6' : '#dfe3e0';
  ctx.beginPath();
  ctx.arc(lamp, eaves + 56, 20, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = iron;
  ctx.fillRect(lamp - 3, eaves - 30, 6, 70);
  if (light.night > 0.2) {
    glow(ctx, lamp, eaves + 56, 190, LAMP_LIGHT, 0.85);
    lampLight(ctx, lamp, eaves + 200, 520, LAMP_LIGHT, 0.6);
  }
}
