import { alpha, type Colour, darken, lighten, mix } from './colour';
import { fillBelow, type Point, polygon, ridge, softEllipse, verticalGradient } from './brush';
import { shade } from './palette';
import type { Random } from './random';
import { lightSide, type Stage } from './stage';
import { conifer } from './vegetation';

/** Paints mountain ranges behind each other, paler with distance, with mist between them. */
export function paintMountains(
  stage: Stage,
  options: { layers: number; height: number; rock: Colour; snowcaps: boolean; base: number },
): void {
  const { ctx, width, light } = stage;
  const random = stage.random.fork('mountains');
  for (let index = 0; index < options.layers; index++) {
    const t = options.layers === 1 ? 1 : index / (options.layers - 1);
    const depth = 0.72 - t * 0.34;
    const base = options.base + t * 26;
    const height = options.height * (1 - t * 0.42);
    const points = peaks(random.fork(`range ${index}`), width, base, height);
    const colour = shade(light, options.rock, depth, -0.2);
    fillBelow(
      ctx,
      points,
      base + 120,
      verticalGradient(ctx, base - height, base + 60, [
        [0, colour],
        [1, mix(colour, light.haze, 0.5)],
      ]),
    );
    paintFaces(
      stage,
      random,
      points,
      base,
      shade(light, lighten(options.rock, 0.25), depth, 0.9),
      options.snowcaps ? shade(light, '#f6f9ff', depth * 0.5, 0.5) : null,
    );
    softEllipse(ctx, width / 2, base + 30, width * 0.9, 46, light.haze, 0.4, 0);
  }
}

/** Returns summits joined by broken slopes. */
function peaks(random: Random, width: number, base: number, height: number): Point[] {
  const summits = random.int(2, 3);
  const points: Point[] = [[-10, base - height * random.range(0.2, 0.5)]];
  for (let index = 0; index < summits; index++) {
    const centre = width * ((index + random.range(0.25, 0.75)) / summits);
    const top = height * random.range(0.6, 1);
    const reach = (width / summits) * 0.5;
    for (let step = -5; step <= 5; step++) {
      const fall = Math.abs(step) / 5;
      const level = top * (1 - fall * 0.68) + (step === 0 ? 0 : random.range(-0.05, 0.05) * height);
      points.push([centre + (step / 5) * reach * 0.95, base - level]);
    }
  }
  points.push([width + 10, base - height * random.range(0.2, 0.5)]);
  return points.sort((a, b) => a[0] - b[0]);
}

/** Paints the sunny faces below each summit, with snow on top if requested. */
function paintFaces(
  stage: Stage,
  random: Random,
  points: readonly Point[],
  base: number,
  lit: Colour,
  snow: Colour | null,
): void {
  const { ctx } = stage;
  const side = lightSide(stage);
  ctx.save();
  polygon(ctx, [...points, [stage.width + 10, base + 120], [-10, base + 120]]);
  ctx.clip();
  points.forEach(([x, y], index) => {
    const before = points[index - 1]?.[1] ?? Infinity;
    const after = points[index + 1]?.[1] ?? Infinity;
    if (y >= before || y >= after) return;
    const fall = base - y;
    if (snow !== null) {
      ctx.fillStyle = alpha(snow, 0.85);
      const edge: Point[] = Array.from({ length: 9 }, (_, step): Point => [
        x + (step - 4) * fall * 0.11,
        y + fall * (step % 2 === 0 ? random.range(0.28, 0.42) : random.range(0.14, 0.24)),
      ]);
      polygon(ctx, [[x, y - 4], ...edge.reverse()]);
      ctx.fill();
    }
    const face: Point[] = [
      [x, y],
      [x + side * fall * 0.85, base],
    ];
    for (let step = 6; step >= 1; step--) {
      face.push([
        x + side * fall * (step / 6) * random.range(0.02, 0.3) + (step % 2) * side * 8,
        y + (fall * step) / 6,
      ]);
    }
    ctx.fillStyle = alpha(snow === null ? lit : lighten(lit, 0.2), snow === null ? 0.5 : 0.32);
    polygon(ctx, face);
    ctx.fill();
  });
  ctx.restore();
}

export interface HillOptions {
  layers: number;
  top: number;
  bottom: number;
  far: Colour;
  near: Colour;
  roll?: number;
}

/** Paints rolling ground from the horizon to the camera; returns each crest so that things can stand on it. */
export function paintHills(stage: Stage, options: HillOptions): Point[][] {
  const { ctx, width, light } = stage;
  const random = stage.random.fork('hills');
  const side = lightSide(stage);
  const crests: Point[][] = [];
  for (let index = 0; index < options.layers; index++) {
    const t = options.layers === 1 ? 1 : index / (options.layers - 1);
    const base = options.top + Math.pow(t, 1.35) * (options.bottom - options.top);
    const depth = 0.78 * (1 - t);
    const own = mix(options.far, options.near, t);
    const crest = ridge(random.fork(`crest ${index}`), width, base, (options.roll ?? 34) * (0.8 + t * 0.5), {
      waves: 2.2 - t,
      octaves: 2,
      roughness: 0.3,
    });
    const foot = index === options.layers - 1 ? stage.height : base + 230;
    fillBelow(
      ctx,
      crest,
      stage.height,
      verticalGradient(ctx, base - 40, foot, [
        [0, shade(light, lighten(own, 0.14), depth, 0.75)],
        [0.3, shade(light, own, depth, 0.1)],
        [1, shade(light, darken(own, 0.3), depth * 0.6, -0.4)],
      ]),
    );
    paintSwathes(stage, random, crest, base, own, depth, side);
    crests.push(crest);
  }
  return crests;
}

/** Paints long strokes along the slope: fields, wind in grass, snow drifts. */
function paintSwathes(
  { ctx, light, width }: Stage,
  random: Random,
  crest: readonly Point[],
  base: number,
  own: Colour,
  depth: number,
  side: number,
): void {
  ctx.save();
  polygon(ctx, [...crest, [width + 8, base + 400], [-8, base + 400]]);
  ctx.clip();
  for (let index = 0; index < 16; index++) {
    const y = base + random.range(-20, 190);
    const lit = random.chance(0.5);
    softEllipse(
      ctx,
      random.range(-40, width + 40) + side * 40,
      y,
      random.range(90, 260),
      random.range(6, 22),
      lit ? shade(light, lighten(own, 0.3), depth, 0.9) : shade(light, darken(own, 0.35), depth, -0.6),
      0.3,
      0.05,
    );
  }
  ctx.restore();
}

/** Paints trees along a line, dense enough to look like a wood. */
export function paintTreeline(
  stage: Stage,
  options: { base: number; height: number; depth: number; colour: Colour; label: string; gap?: number },
): void {
  const { ctx, width, light } = stage;
  const random = stage.random.fork(options.label);
  const side = lightSide(stage);
  const own = shade(light, options.colour, options.depth, -0.3);
  const lit = shade(light, lighten(options.colour, 0.18), options.depth, 0.8);
  const step = options.height * (options.gap ?? 0.2);
  for (let x = -20; x < width + 20; x += step * random.range(0.6, 1.4)) {
    conifer(
      ctx,
      random,
      x,
      options.base + random.range(0, options.height * 0.08),
      options.height * random.range(0.55, 1.1),
      own,
      lit,
      side,
    );
  }
}
