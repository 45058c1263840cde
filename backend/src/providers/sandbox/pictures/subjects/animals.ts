import type { SKRSContext2D } from '@napi-rs/canvas';
import { alpha, type Colour, darken, lighten } from '../colour';
import { blob, limb, type Point, softEllipse } from '../brush';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';

/** A four-legged body in shares of its height at the shoulder. */
interface Build {
  /** Height at the shoulder as a share of a grown person. */
  height: number;
  length: number;
  girth: number;
  neck: readonly [number, number];
  head: number;
  muzzle: number;
  leg: number;
  ears: 'pointed' | 'round' | 'long' | 'flop';
  tail: 'bushy' | 'thin' | 'short' | 'hair';
  colour: Colour;
  belly: Colour;
  mane?: Colour;
  antlers?: boolean;
}

export const ANIMALS = {
  cat: {
    height: 0.2,
    length: 1.3,
    girth: 0.52,
    neck: [0.22, 0.3],
    head: 0.42,
    muzzle: 0.12,
    leg: 0.13,
    ears: 'pointed',
    tail: 'thin',
    colour: '#5a5560',
    belly: '#8d8793',
  },
  dog: {
    height: 0.31,
    length: 1.3,
    girth: 0.5,
    neck: [0.28, 0.34],
    head: 0.36,
    muzzle: 0.27,
    leg: 0.14,
    ears: 'flop',
    tail: 'thin',
    colour: '#b07a45',
    belly: '#e6c79a',
  },
  fox: {
    height: 0.23,
    length: 1.5,
    girth: 0.48,
    neck: [0.26, 0.26],
    head: 0.36,
    muzzle: 0.3,
    leg: 0.11,
    ears: 'pointed',
    tail: 'bushy',
    colour: '#c8622d',
    belly: '#f3e2cd',
  },
  wolf: {
    height: 0.38,
    length: 1.4,
    girth: 0.5,
    neck: [0.3, 0.26],
    head: 0.33,
    muzzle: 0.28,
    leg: 0.13,
    ears: 'pointed',
    tail: 'bushy',
    colour: '#6a6e78',
    belly: '#b3b5ba',
  },
  bear: {
    height: 0.6,
    length: 1.45,
    girth: 0.78,
    neck: [0.36, 0.1],
    head: 0.38,
    muzzle: 0.24,
    leg: 0.24,
    ears: 'round',
    tail: 'short',
    colour: '#5d4030',
    belly: '#7a573f',
  },
  rabbit: {
    height: 0.15,
    length: 1.2,
    girth: 0.7,
    neck: [0.16, 0.32],
    head: 0.5,
    muzzle: 0.14,
    leg: 0.17,
    ears: 'long',
    tail: 'short',
    colour: '#b39a82',
    belly: '#efe4d6',
  },
  deer: {
    height: 0.62,
    length: 1.1,
    girth: 0.42,
    neck: [0.28, 0.62],
    head: 0.24,
    muzzle: 0.24,
    leg: 0.085,
    ears: 'pointed',
    tail: 'short',
    colour: '#a8713f',
    belly: '#e3c9a4',
    antlers: true,
  },
  horse: {
    height: 0.86,
    length: 1.22,
    girth: 0.46,
    neck: [0.42, 0.56],
    head: 0.24,
    muzzle: 0.34,
    leg: 0.11,
    ears: 'pointed',
    tail: 'hair',
    colour: '#7c4a2d',
    belly: '#8f5a38',
    mane: '#2c1c16',
  },
} as const satisfies Record<string, Build>;

export type AnimalKind = keyof typeof ANIMALS;

export function paintAnimal(stage: Stage, spot: Spot, kind: AnimalKind): void {
  const build: Build = ANIMALS[kind];
  const size = spot.size * build.height;
  const facing = spot.x < stage.width / 2 ? 1 : -1;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: size * 1.5,
      right: size * 1.6,
      up: size * 2.2,
      down: size * 0.06,
      depth: spot.depth,
      shadow: size * build.length * 0.55,
      facing,
    },
    (ctx) => drawQuadruped(ctx, build, size),
  );
}

function drawQuadruped(ctx: SKRSContext2D, build: Build, size: number): void {
  const half = (build.length * size) / 2;
  const girth = build.girth * size;
  const back = -size;
  const leg = (x: number, colour: Colour, bend: number): void =>
    limb(
      ctx,
      [x, back + girth * 0.7],
      [x + bend * size, -size * 0.28],
      [x, -size * 0.02],
      build.leg * size * 1.5,
      build.leg * size * 0.8,
      colour,
    );
  const far = darken(build.colour, 0.35);
  leg(-half * 0.66, far, -0.05);
  leg(half * 0.76, far, 0.03);
  drawTail(ctx, build, -half * 0.92, back + girth * 0.25, size);
  leg(-half * 0.86, build.colour, -0.06);
  leg(half * 0.6, build.colour, 0.03);
  limb(
    ctx,
    [-half * 0.66, back + girth * 0.5],
    [-half * 0.62, back + girth * 0.95],
    [-half * 0.86, -size * 0.3],
    girth * 0.66,
    build.leg * size * 1.1,
    build.colour,
  );
  limb(
    ctx,
    [half * 0.62, back + girth * 0.5],
    [half * 0.66, back + girth * 0.9],
    [half * 0.6, -size * 0.3],
    girth * 0.52,
    build.leg * size,
    build.colour,
  );
  blob(ctx, [
    [-half * 1.02, back + girth * 0.3],
    [-half * 0.55, back - girth * 0.02],
    [half * 0.3, back + girth * 0.06],
    [half * 0.98, back - girth * 0.02],
    [half * 1.04, back + girth * 0.62],
    [half * 0.4, back + girth * 1.04],
    [-half * 0.5, back + girth * 0.94],
    [-half, back + girth * 0.85],
  ]);
  ctx.fillStyle = build.colour;
  ctx.fill();
  ctx.save();
  ctx.clip();
  softEllipse(ctx, 0, back + girth * 1.05, half * 0.9, girth * 0.3, build.belly, 0.7, 0.2);
  ctx.restore();
  const neckRoot: Point = [half * 0.72, back + girth * 0.32];
  const headAt: Point = [half * 0.8 + build.neck[0] * size, back - build.neck[1] * size + girth * 0.2];
  limb(
    ctx,
    neckRoot,
    [(neckRoot[0] + headAt[0]) / 2 + size * 0.04, (neckRoot[1] + headAt[1]) / 2],
    headAt,
    girth * 0.74,
    build.head * size * 0.95,
    build.colour,
  );
  if (build.mane !== undefined)
    limb(
      ctx,
      [half * 0.5, back],
      [headAt[0] - size * 0.22, headAt[1] + size * 0.1],
      [headAt[0] - size * 0.04, headAt[1] - size * 0.12],
      size * 0.13,
      size * 0.07,
      build.mane,
    );
  drawHead(ctx, build, headAt, size);
}

function drawHead(ctx: SKRSContext2D, build: Build, [x, y]: Point, size: number): void {
  const radius = build.head * size * 0.56;
  const ear = (dx: number, colour: Colour): void => {
    ctx.fillStyle = colour;
    ctx.beginPath();
    if (build.ears === 'round') ctx.arc(x + dx * radius, y - radius * 0.85, radius * 0.36, 0, Math.PI * 2);
    else if (build.ears === 'long')
      ctx.ellipse(x + dx * radius - radius * 0.2, y - radius * 1.9, radius * 0.28, radius * 1.2, -0.15, 0, Math.PI * 2);
    else if (build.ears === 'flop')
      ctx.ellipse(
        x + dx * radius - radius * 0.25,
        y - radius * 0.1,
        radius * 0.34,
        radius * 0.78,
        0.35,
        0,
        Math.PI * 2,
      );
    else {
      ctx.moveTo(x + (dx - 0.38) * radius, y - radius * 0.6);
      ctx.lineTo(x + dx * radius, y - radius * 1.75);
      ctx.lineTo(x + (dx + 0.4) * radius, y - radius * 0.6);
    }
    ctx.fill();
  };
  if (build.antlers) drawAntlers(ctx, x, y - radius * 0.8, size);
  ear(0.1, darken(build.colour, 0.3));
  limb(
    ctx,
    [x, y],
    [x + build.muzzle * size * 0.55, y + radius * 0.2],
    [x + build.muzzle * size, y + radius * 0.42],
    radius * 1.5,
    radius * 0.8,
    build.colour,
  );
  ctx.fillStyle = build.colour;
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
  ear(-0.42, build.ears === 'flop' ? darken(build.colour, 0.3) : build.colour);
  ctx.fillStyle = '#17131a';
  ctx.beginPath();
  ctx.arc(x + build.muzzle * size + radius * 0.3, y + radius * 0.34, radius * 0.2, 0, Math.PI * 2);
  ctx.arc(x + radius * 0.42, y - radius * 0.1, Math.max(0.7, radius * 0.15), 0, Math.PI * 2);
  ctx.fill();
}

function drawAntlers(ctx: SKRSContext2D, x: number, y: number, size: number): void {
  for (const lean of [-0.16, 0.1]) {
    const tip: Point = [x + lean * size * 1.4, y - size * 0.5];
    limb(ctx, [x, y], [x + lean * size * 1.8, y - size * 0.2], tip, size * 0.045, size * 0.02, '#6b543c');
    limb(
      ctx,
      [x + lean * size, y - size * 0.2],
      [x + lean * size + size * 0.06, y - size * 0.28],
      [x + lean * size + size * 0.13, y - size * 0.38],
      size * 0.03,
      size * 0.015,
      '#6b543c',
    );
  }
}

function drawTail(ctx: SKRSContext2D, build: Build, x: number, y: number, size: number): void {
  switch (build.tail) {
    case 'bushy':
      limb(
        ctx,
        [x, y],
        [x - size * 0.36, y + size * 0.22],
        [x - size * 0.62, y + size * 0.05],
        size * 0.12,
        size * 0.26,
        build.colour,
      );
      limb(
        ctx,
        [x - size * 0.56, y + size * 0.08],
        [x - size * 0.66, y + size * 0.04],
        [x - size * 0.76, y - size * 0.04],
        size * 0.22,
        size * 0.04,
        lighten(build.belly, 0.1),
      );
      return;
    case 'thin':
      limb(
        ctx,
        [x, y],
        [x - size * 0.42, y - size * 0.05],
        [x - size * 0.38, y - size * 0.5],
        size * 0.1,
        size * 0.06,
        build.colour,
      );
      return;
    case 'hair':
      limb(
        ctx,
        [x, y],
        [x - size * 0.22, y + size * 0.1],
        [x - size * 0.18, y + size * 0.62],
        size * 0.08,
        size * 0.14,
        build.mane ?? build.colour,
      );
      return;
    case 'short':
      ctx.fillStyle = lighten(build.colour, 0.15);
      ctx.beginPath();
      ctx.arc(x - size * 0.03, y + size * 0.06, size * 0.09, 0, Math.PI * 2);
      ctx.fill();
  }
}

/** A whale's back with its fluke, or a whole whale under water. */
export function paintWhale(stage: Stage, spot: Spot): void {
  const size = spot.size * 1.7;
  const facing = stage.random.fork('whale').sign();
  const diving = stage.brief.place !== 'underwater';
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: size * 1.9,
      right: size * 1.6,
      up: size * 1.3,
      down: diving ? 4 : size * 0.7,
      depth: spot.depth,
      shadow: 0,
      facing,
    },
    (ctx) => {
      limb(
        ctx,
        [-size * 1, -size * 0.1],
        [-size * 1.3, -size * 0.25],
        [-size * 1.42, -size * 0.62],
        size * 0.36,
        size * 0.1,
        '#3d5163',
      );
      blob(ctx, [
        [-size * 1.4, -size * 0.6],
        [-size * 1.85, -size * 1.0],
        [-size * 1.42, -size * 0.88],
        [-size * 1.0, -size * 1.08],
        [-size * 1.3, -size * 0.6],
      ]);
      ctx.fillStyle = '#3d5163';
      ctx.fill();
      blob(ctx, [
        [-size * 1.1, size * 0.05],
        [-size * 0.6, -size * 0.5],
        [size * 0.4, -size * 0.66],
        [size * 1.25, -size * 0.36],
        [size * 1.42, size * 0.08],
        [size * 0.7, size * 0.42],
        [-size * 0.4, size * 0.38],
      ]);
      ctx.fillStyle = '#46607a';
      ctx.fill();
      ctx.save();
      ctx.clip();
      softEllipse(ctx, size * 0.5, size * 0.42, size * 1.1, size * 0.3, '#cbd8df', 0.9, 0.3);
      ctx.restore();
      ctx.fillStyle = '#10151b';
      ctx.beginPath();
      ctx.arc(size * 0.92, -size * 0.02, size * 0.045, 0, Math.PI * 2);
      ctx.fill();
      limb(
        ctx,
        [size * 0.25, size * 0.15],
        [size * 0.05, size * 0.42],
        [-size * 0.25, size * 0.55],
        size * 0.2,
        size * 0.06,
        '#38495a',
      );
    },
  );
  if (diving) softEllipse(stage.ctx, spot.x, spot.y + 4, size * 1.5, size * 0.12, '#eef6fa', 0.6, 0.1);
}

/** Birds on the wing, from a single gull to a flock. */
export function paintBirds(stage: Stage, count: number, colour: Colour): void {
  const { ctx, width, horizon, light, random } = stage;
  const flock = random.fork('birds');
  const centre: Point = [width * flock.range(0.3, 0.7), horizon * flock.range(0.32, 0.6)];
  for (let index = 0; index < count; index++) {
    const span = (index === 0 ? 40 : flock.range(11, 26)) * (count === 1 ? 1.5 : 1);
    const x = centre[0] + flock.range(-170, 170) * (index === 0 ? 0.3 : 1);
    const y = centre[1] + flock.range(-110, 110);
    const flap = flock.range(0.25, 0.6);
    ctx.fillStyle = alpha(light.night > 0.6 ? lighten(colour, 0.2) : colour, 0.9);
    ctx.beginPath();
    ctx.moveTo(x - span, y - span * flap);
    ctx.quadraticCurveTo(x - span * 0.4, y - span * flap * 1.05, x, y);
    ctx.quadraticCurveTo(x + span * 0.4, y - span * flap * 1.05, x + span, y - span * flap);
    ctx.quadraticCurveTo(x + span * 0.42, y - span * flap * 0.6, x + span * 0.1, y + span * 0.14);
    ctx.lineTo(x - span * 0.1, y + span * 0.14);
    ctx.quadraticCurveTo(x - span * 0.42, y - span * flap * 0.6, x - span, y - span * flap);
    ctx.fill();
  }
}

export function paintOwl(stage: Stage, spot: Spot): void {
  const size = spot.size * 0.24;
  paintLit(
    stage,
    { x: spot.x, y: spot.y, left: size, right: size, up: size * 2, depth: spot.depth, shadow: size * 0.5 },
    (ctx) => {
      blob(ctx, [
        [-size * 0.6, -size * 0.1],
        [-size * 0.62, -size * 1.2],
        [-size * 0.5, -size * 1.85],
        [0, -size * 1.6],
        [size * 0.5, -size * 1.85],
        [size * 0.62, -size * 1.2],
        [size * 0.6, -size * 0.1],
        [0, 0],
      ]);
      ctx.fillStyle = '#7d6248';
      ctx.fill();
      softEllipse(ctx, 0, -size * 0.55, size * 0.36, size * 0.5, '#d9c3a0', 0.95, 0.5);
      for (const dx of [-0.22, 0.22]) {
        ctx.fillStyle = '#f5d76a';
        ctx.beginPath();
        ctx.arc(dx * size, -size * 1.26, size * 0.19, 0, Math.PI * 2);
        ctx.fill();
        ctx.fillStyle = '#15110f';
        ctx.beginPath();
        ctx.arc(dx * size, -size * 1.26, size * 0.09, 0, Math.PI * 2);
        ctx.fill();
      }
    },
  );
}

export function paintFish(stage: Stage, spot: Spot, count: number): void {
  const random = stage.random.fork('fish');
  for (let index = 0; index < count; index++) {
    const size = spot.size * random.range(0.1, 0.22);
    const x = spot.x + random.range(-1.6, 1.6) * spot.size;
    const y = spot.y + random.range(-1.5, 0.6) * spot.size;
    const colour = random.pick(['#e0784a', '#e8b44f', '#7fb7c4', '#c95a68']);
    paintLit(
      stage,
      {
        x,
        y,
        left: size * 1.6,
        right: size * 1.2,
        up: size,
        down: size,
        depth: spot.depth + random.range(0, 0.4),
        shadow: 0,
        facing: 1,
      },
      (ctx) => {
        blob(ctx, [
          [-size * 0.8, 0],
          [0, -size * 0.55],
          [size, 0],
          [0, size * 0.55],
        ]);
        ctx.fillStyle = colour;
        ctx.fill();
        blob(ctx, [
          [-size * 0.7, 0],
          [-size * 1.4, -size * 0.5],
          [-size * 1.15, 0],
          [-size * 1.4, size * 0.5],
        ]);
        ctx.fillStyle = darken(colour, 0.2);
        ctx.fill();
      },
    );
  }
}
