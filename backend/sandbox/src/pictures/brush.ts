import type { SKRSContext2D } from '@napi-rs/canvas';
import { alpha, type Colour } from './colour';
import { type Random, noiseLine } from './random';

export type Point = readonly [number, number];
export type Gradient = ReturnType<SKRSContext2D['createLinearGradient']>;

export function polygon(ctx: SKRSContext2D, points: readonly Point[]): void {
  ctx.beginPath();
  points.forEach(([x, y], index) => (index === 0 ? ctx.moveTo(x, y) : ctx.lineTo(x, y)));
  ctx.closePath();
}

/** Traces a closed curve through the midpoints between the points, which keeps the outline soft. */
export function blob(ctx: SKRSContext2D, points: readonly Point[]): void {
  const last = points[points.length - 1];
  const first = points[0];
  if (last === undefined || first === undefined) return;
  ctx.beginPath();
  ctx.moveTo((last[0] + first[0]) / 2, (last[1] + first[1]) / 2);
  points.forEach(([x, y], index) => {
    const [nx, ny] = points[index + 1] ?? first;
    ctx.quadraticCurveTo(x, y, (x + nx) / 2, (y + ny) / 2);
  });
  ctx.closePath();
}

export function verticalGradient(
  ctx: SKRSContext2D,
  top: number,
  bottom: number,
  stops: readonly (readonly [number, string])[],
): Gradient {
  const gradient = ctx.createLinearGradient(0, top, 0, bottom);
  for (const [at, colour] of stops) gradient.addColorStop(at, colour);
  return gradient;
}

/** Adds light around a point to the colours already there. */
export function glow(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  colour: Colour,
  strength: number,
  mode: 'screen' | 'lighter' | 'source-over' = 'screen',
): void {
  const gradient = ctx.createRadialGradient(x, y, 0, x, y, radius);
  gradient.addColorStop(0, alpha(colour, strength));
  gradient.addColorStop(0.25, alpha(colour, strength * 0.5));
  gradient.addColorStop(0.6, alpha(colour, strength * 0.13));
  gradient.addColorStop(1, alpha(colour, 0));
  ctx.save();
  ctx.globalCompositeOperation = mode;
  ctx.fillStyle = gradient;
  ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  ctx.restore();
}

/** Lamp or fire light: brightens and warms the surfaces it falls on, with a faint glow in the air. */
export function lampLight(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  radius: number,
  colour: Colour,
  strength: number,
): void {
  const pool = ctx.createRadialGradient(x, y, 0, x, y, radius);
  pool.addColorStop(0, alpha(colour, strength));
  pool.addColorStop(0.5, alpha(colour, strength * 0.42));
  pool.addColorStop(1, alpha(colour, 0));
  ctx.save();
  ctx.globalCompositeOperation = 'overlay';
  ctx.fillStyle = pool;
  ctx.fillRect(x - radius, y - radius, radius * 2, radius * 2);
  ctx.restore();
  glow(ctx, x, y, radius * 0.7, colour, strength * 0.32);
}

/** Draws a soft-edged ellipse; `core` is the share of the radius that is solid. */
export function softEllipse(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  radiusX: number,
  radiusY: number,
  colour: Colour,
  opacity: number,
  core = 0.2,
): void {
  ctx.save();
  ctx.translate(x, y);
  ctx.scale(1, radiusY / radiusX);
  const gradient = ctx.createRadialGradient(0, 0, radiusX * core, 0, 0, radiusX);
  gradient.addColorStop(0, alpha(colour, opacity));
  gradient.addColorStop(1, alpha(colour, 0));
  ctx.fillStyle = gradient;
  ctx.fillRect(-radiusX, -radiusX, radiusX * 2, radiusX * 2);
  ctx.restore();
}

/** Draws a tapered stroke, such as a limb or a branch. */
export function limb(
  ctx: SKRSContext2D,
  from: Point,
  bend: Point,
  to: Point,
  fromWidth: number,
  toWidth: number,
  fill: string,
): void {
  const angleA = Math.atan2(bend[1] - from[1], bend[0] - from[0]);
  const angleB = Math.atan2(to[1] - bend[1], to[0] - bend[0]);
  const side = (point: Point, angle: number, width: number): Point => [
    point[0] - (Math.sin(angle) * width) / 2,
    point[1] + (Math.cos(angle) * width) / 2,
  ];
  const middle = (fromWidth + toWidth) / 2;
  const angleM = Math.atan2(Math.sin(angleA) + Math.sin(angleB), Math.cos(angleA) + Math.cos(angleB));
  const [a, b, c] = [side(from, angleA, fromWidth), side(bend, angleM, middle), side(to, angleB, toWidth)];
  const [d, e, f] = [side(to, angleB, -toWidth), side(bend, angleM, -middle), side(from, angleA, -fromWidth)];
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.moveTo(a[0], a[1]);
  ctx.quadraticCurveTo(b[0], b[1], c[0], c[1]);
  ctx.lineTo(d[0], d[1]);
  ctx.quadraticCurveTo(e[0], e[1], f[0], f[1]);
  ctx.closePath();
  ctx.fill();
  ctx.beginPath();
  ctx.arc(from[0], from[1], fromWidth / 2, 0, Math.PI * 2);
  ctx.arc(to[0], to[1], toWidth / 2, 0, Math.PI * 2);
  ctx.fill();
}

/** Returns the points of an uneven horizon from left to right. */
export function ridge(
  random: Random,
  width: number,
  base: number,
  height: number,
  options: { waves: number; octaves: number; roughness?: number; sharp?: boolean },
): Point[] {
  const noise = noiseLine(random, options.octaves, options.roughness);
  const offset = random.range(0, 40);
  const points: Point[] = [];
  for (let x = -8; x <= width + 8; x += 6) {
    const value = noise(offset + (x / width) * options.waves);
    const shaped = options.sharp ? 1 - Math.abs(value) * 1.9 : value;
    points.push([x, base - shaped * height]);
  }
  return points;
}

/** Fills everything under a ridge. */
export function fillBelow(ctx: SKRSContext2D, points: readonly Point[], bottom: number, fill: string | Gradient): void {
  const first = points[0];
  const last = points[points.length - 1];
  if (first === undefined || last === undefined) return;
  polygon(ctx, [...points, [last[0], bottom], [first[0], bottom]]);
  ctx.fillStyle = fill;
  ctx.fill();
}

/** Returns the height of a ridge at x, by its nearest point. */
export function ridgeAt(points: readonly Point[], x: number): number {
  let best = points[0] ?? [0, 0];
  for (const point of points) if (Math.abs(point[0] - x) < Math.abs(best[0] - x)) best = point;
  return best[1];
}

export function fillPolygon(ctx: SKRSContext2D, points: readonly Point[], fill: string): void {
  polygon(ctx, points);
  ctx.fillStyle = fill;
  ctx.fill();
}

/** Draws a filled rectangle, with rounded corners if requested. */
export function box(
  ctx: SKRSContext2D,
  x: number,
  y: number,
  width: number,
  height: number,
  fill: string,
  radius = 0,
): void {
  ctx.fillStyle = fill;
  ctx.beginPath();
  ctx.roundRect(x, y, width, height, radius);
  ctx.fill();
}

const outlines = new Map<string, Point[]>();

/** '0,0 1,-0.5' → points; shortens outlines that are long lists of numbers. */
export function outline(text: string): Point[] {
  const known = outlines.get(text);
  if (known !== undefined) return known;
  const points = text.split(' ').map((pair): Point => {
    const [x = 0, y = 0] = pair.split(',').map(Number);
    return [x, y];
  });
  outlines.set(text, points);
  return points;
}
