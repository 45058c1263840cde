import type { SKRSContext2D } from '@napi-rs/canvas';
import { type Colour, darken, lighten } from '../colour';
import { blob, limb, type Point, softEllipse } from '../brush';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { ANIMALS, type AnimalKind, type Build } from './animal-builds';

/** Paints an animal on four legs. `fur` replaces the usual colour of its coat. */
export function paintAnimal(stage: Stage, spot: Spot, kind: AnimalKind, fur: Colour | null = null): void {
  const usual: Build = ANIMALS[kind];
  const build = fur === null ? usual : { ...usual, colour: fur, belly: lighten(fur, 0.35) };
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
