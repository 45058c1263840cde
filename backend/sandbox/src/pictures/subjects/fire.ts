import { alpha, darken, lighten } from '../colour';
import { glow, limb, softEllipse } from '../brush';
import type { Spot, Stage } from '../stage';

/** Paints a wood fire with sparks. */
export function paintFire(stage: Stage, spot: Spot): void {
  const { ctx, random } = stage;
  const size = spot.size * 0.42;
  const flames = random.fork('fire');
  glow(ctx, spot.x, spot.y - size * 0.5, size * 6, '#ff9b45', 0.6);
  limb(
    ctx,
    [spot.x - size * 0.6, spot.y],
    [spot.x, spot.y - size * 0.1],
    [spot.x + size * 0.5, spot.y - size * 0.18],
    size * 0.16,
    size * 0.12,
    '#3b261b',
  );
  limb(
    ctx,
    [spot.x + size * 0.6, spot.y],
    [spot.x, spot.y - size * 0.1],
    [spot.x - size * 0.5, spot.y - size * 0.18],
    size * 0.16,
    size * 0.12,
    darken('#3b261b', 0.2),
  );
  for (const [colour, scale] of [
    ['#e2582c', 1],
    ['#f79a3a', 0.72],
    ['#ffe08a', 0.42],
  ] as const) {
    for (let tongue = 0; tongue < 5; tongue++) {
      const x = spot.x + flames.range(-0.34, 0.34) * size * scale;
      const tall = size * flames.range(0.7, 1.35) * scale;
      ctx.fillStyle = alpha(colour, 0.85);
      ctx.beginPath();
      ctx.moveTo(x - size * 0.2 * scale, spot.y - size * 0.08);
      ctx.quadraticCurveTo(
        x - size * 0.24 * scale,
        spot.y - tall * 0.5,
        x + flames.range(-0.1, 0.1) * size,
        spot.y - tall,
      );
      ctx.quadraticCurveTo(x + size * 0.26 * scale, spot.y - tall * 0.45, x + size * 0.2 * scale, spot.y - size * 0.08);
      ctx.fill();
    }
  }
  for (let spark = 0; spark < 26; spark++) {
    const rise = flames.next();
    softEllipse(
      ctx,
      spot.x + flames.range(-0.5, 0.5) * size * (1 + rise * 2),
      spot.y - size * (0.8 + rise * 3.2),
      2.4,
      2.4,
      lighten('#ffb35c', 0.2),
      0.9 * (1 - rise),
      0.2,
    );
  }
}
