import type { SKRSContext2D } from '@napi-rs/canvas';
import { alpha, type Colour, darken, lighten, mix } from './colour';
import { limb, type Point, polygon } from './brush';
import type { Random } from './random';

/** Paints a fir for any distance: ragged tiers, lit on one side. */
export function conifer(
  ctx: SKRSContext2D,
  random: Random,
  x: number,
  y: number,
  height: number,
  colour: Colour,
  lit: Colour,
  side: number,
): void {
  const tiers = Math.max(4, Math.round(height / 26));
  const spread = height * random.range(0.17, 0.23);
  ctx.fillStyle = darken(colour, 0.35);
  ctx.fillRect(x - height * 0.014, y - height * 0.12, height * 0.028, height * 0.13);
  const outline = (reach: number): Point[] => {
    const left: Point[] = [];
    const right: Point[] = [];
    for (let tier = 0; tier <= tiers; tier++) {
      const t = tier / tiers;
      const level = y - height * (1 - t * 0.93);
      const half = spread * Math.pow(t, 0.85) * reach;
      left.push([x - half * random.range(0.85, 1.12), level + height * 0.03]);
      right.push([x + half * random.range(0.85, 1.12), level + height * 0.03]);
      if (tier < tiers) {
        left.push([x - half * 0.58, level + height * 0.025]);
        right.push([x + half * 0.58, level + height * 0.025]);
      }
    }
    return [[x, y - height], ...right, ...left.reverse()];
  };
  polygon(ctx, outline(1));
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.fillStyle = alpha(lit, 0.55);
  polygon(ctx, [
    [x, y - height],
    [x + side * spread * 1.3, y],
    [x + side * spread * 0.2, y],
  ]);
  ctx.fill();
  ctx.restore();
}

/** Paints a leafy tree: forked trunk, crown of lit and shaded masses. */
export function broadleaf(
  ctx: SKRSContext2D,
  random: Random,
  x: number,
  y: number,
  height: number,
  leaf: Colour,
  trunk: Colour,
  side: number,
): void {
  const lean = random.range(-0.06, 0.06) * height;
  const fork: Point = [x + lean, y - height * 0.48];
  limb(ctx, [x, y], [x + lean * 0.2, y - height * 0.25], fork, height * 0.075, height * 0.045, trunk);
  for (const [dx, dy] of [
    [-0.2, -0.72],
    [0.04, -0.82],
    [0.22, -0.68],
  ] as const) {
    limb(
      ctx,
      fork,
      [fork[0] + dx * height * 0.4, y - height * 0.58],
      [x + dx * height, y + dy * height],
      height * 0.04,
      height * 0.012,
      trunk,
    );
  }
  const masses = Array.from({ length: 15 }, () => {
    const angle = random.range(0, Math.PI * 2);
    const reach = Math.sqrt(random.next());
    return {
      x: x + lean + Math.cos(angle) * reach * height * 0.3,
      y: y - height * 0.68 + Math.sin(angle) * reach * height * 0.23,
      r: height * random.range(0.14, 0.21),
    };
  });
  const tones: [Colour, number, number][] = [
    [darken(leaf, 0.38), 0, 1.1],
    [darken(leaf, 0.12), 0.12, 0.94],
    [leaf, 0.26, 0.72],
    [lighten(mix(leaf, '#ffe9a0', 0.3), 0.1), 0.42, 0.42],
  ];
  for (const [tone, shift, scale] of tones) {
    for (const mass of masses) {
      foliage(ctx, random, mass.x + side * shift * mass.r, mass.y - shift * mass.r, mass.r * scale, tone);
    }
  }
}

/** Paints an uneven cluster of leaves. */
export function foliage(
  ctx: SKRSContext2D,
  random: Random,
  x: number,
  y: number,
  radius: number,
  colour: Colour,
): void {
  ctx.fillStyle = colour;
  ctx.beginPath();
  ctx.ellipse(x, y, radius * 0.66, radius * 0.54, 0, 0, Math.PI * 2);
  ctx.fill();
  for (let dab = 0; dab < 13; dab++) {
    const angle = random.range(0, Math.PI * 2);
    const reach = radius * random.range(0.35, 1.05);
    const size = radius * random.range(0.1, 0.24);
    ctx.beginPath();
    ctx.ellipse(
      x + Math.cos(angle) * reach,
      y + Math.sin(angle) * reach * 0.8,
      size,
      size * 0.62,
      random.range(-0.7, 0.7),
      0,
      Math.PI * 2,
    );
    ctx.fill();
  }
}

/** Paints blades that bend together in the wind. */
export function grass(
  ctx: SKRSContext2D,
  random: Random,
  left: number,
  right: number,
  y: number,
  height: number,
  colour: Colour,
  tip: Colour,
  density = 0.2,
): void {
  const wind = random.range(-0.35, 0.35);
  const count = Math.round((right - left) * density);
  for (let index = 0; index < count; index++) {
    const x = random.range(left, right);
    const tall = height * random.range(0.45, 1.15);
    const bend = (wind + random.range(-0.18, 0.18)) * tall;
    const base = y + random.range(-height * 0.12, height * 0.2);
    ctx.fillStyle = random.chance(0.3) ? tip : mix(colour, tip, random.range(0, 0.4));
    ctx.beginPath();
    ctx.moveTo(x - tall * 0.03, base);
    ctx.quadraticCurveTo(x + bend * 0.3, base - tall * 0.6, x + bend, base - tall);
    ctx.quadraticCurveTo(x + bend * 0.45 + tall * 0.03, base - tall * 0.5, x + tall * 0.035, base);
    ctx.fill();
  }
}

/** Paints a boulder with a lit face. */
export function rock(
  ctx: SKRSContext2D,
  random: Random,
  x: number,
  y: number,
  width: number,
  height: number,
  colour: Colour,
  lit: Colour,
  side: number,
): void {
  const points: Point[] = [
    [x - width / 2, y],
    [x - width * random.range(0.38, 0.46), y - height * random.range(0.4, 0.6)],
    [x - width * random.range(0.1, 0.24), y - height],
    [x + width * random.range(0.08, 0.24), y - height * random.range(0.85, 1)],
    [x + width * random.range(0.38, 0.47), y - height * random.range(0.35, 0.6)],
    [x + width / 2, y],
  ];
  polygon(ctx, points);
  ctx.fillStyle = colour;
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.fillStyle = alpha(lit, 0.6);
  polygon(ctx, [
    [x + side * width * 0.05, y - height],
    [x + side * width * 0.6, y - height],
    [x + side * width * 0.6, y - height * 0.2],
    [x + side * width * 0.24, y - height * 0.55],
  ]);
  ctx.fill();
  ctx.fillStyle = alpha(darken(colour, 0.5), 0.5);
  polygon(ctx, [
    [x - width, y],
    [x + width, y],
    [x + width, y - height * 0.12],
    [x - width, y - height * 0.2],
  ]);
  ctx.fill();
  ctx.restore();
}

/** Paints dark leaves hanging in from a corner, to frame the view and give it depth. */
export function branchFrame(ctx: SKRSContext2D, random: Random, width: number, side: number, colour: Colour): void {
  const root: Point = side < 0 ? [-30, random.range(20, 150)] : [width + 30, random.range(20, 150)];
  for (let branch = 0; branch < 3; branch++) {
    const reach = random.range(0.32, 0.62) * width;
    const tip: Point = [root[0] - side * reach, root[1] + random.range(-60, 200)];
    const middle: Point = [(root[0] + tip[0]) / 2, Math.min(root[1], tip[1]) - random.range(0, 40)];
    limb(ctx, root, middle, tip, 16, 2, colour);
    for (let leaf = 0; leaf < 34; leaf++) {
      const t = random.range(0.12, 1.04);
      const bx = (1 - t) * (1 - t) * root[0] + 2 * t * (1 - t) * middle[0] + t * t * tip[0];
      const by = (1 - t) * (1 - t) * root[1] + 2 * t * (1 - t) * middle[1] + t * t * tip[1];
      ctx.save();
      ctx.translate(bx + random.range(-14, 14), by + random.range(-12, 26));
      ctx.rotate(random.range(0, Math.PI));
      ctx.fillStyle = mix(colour, '#000000', random.range(0, 0.25));
      ctx.beginPath();
      ctx.ellipse(0, 0, random.range(11, 25), random.range(4, 8), 0, 0, Math.PI * 2);
      ctx.fill();
      ctx.restore();
    }
  }
}
