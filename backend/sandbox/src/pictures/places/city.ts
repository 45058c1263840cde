import { alpha, darken, lighten } from '../colour';
import { glow, polygon, softEllipse, verticalGradient } from '../brush';
import { LAMP_LIGHT, shade } from '../palette';
import type { Random } from '../random';
import { type Ground, lightSide, type Stage } from '../stage';

const WALLS = ['#b98a6c', '#a6a39c', '#8d6a5e', '#c4ae8b', '#7f8894', '#a8765c'] as const;

/** Paints a street between tall houses, seen along its middle. */
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

/** Paints house fronts that recede to the vanishing point as skewed strips. */
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
