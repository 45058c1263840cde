import { alpha } from '../colour';
import { blob, limb, polygon } from '../brush';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';

export function paintRainbow({ ctx, width, horizon }: Stage): void {
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  ['#e2574c', '#f0924a', '#f2d45c', '#6fbf73', '#4f8fd0', '#8a63c0'].forEach((colour, index) => {
    ctx.strokeStyle = alpha(colour, 0.32);
    ctx.lineWidth = 15;
    ctx.beginPath();
    ctx.arc(width * 0.42, horizon + 120, width * 0.78 - index * 14, Math.PI, 0);
    ctx.stroke();
  });
  ctx.restore();
}

/** Paints a flying dragon with its wings spread. */
export function paintDragon(stage: Stage, spot: Spot): void {
  const size = spot.size;
  const facing = spot.x < stage.width / 2 ? 1 : -1;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: size * 1.8,
      right: size * 1.8,
      up: size * 1.2,
      down: size * 1.1,
      depth: spot.depth,
      shadow: 0,
      facing,
    },
    (ctx) => {
      const own = '#5f7a4f';
      const wing = (lift: number, colour: string): void => {
        polygon(ctx, [
          [size * 0.1, 0],
          [-size * 0.15, -size * lift],
          [-size * 0.9, -size * lift * 0.8],
          [-size * 0.72, -size * lift * 0.35],
          [-size * 1.02, -size * lift * 0.1],
          [-size * 0.55, -size * 0.02],
          [-size * 0.45, size * 0.16],
        ]);
        ctx.fillStyle = colour;
        ctx.fill();
      };
      wing(0.95, '#415738');
      limb(
        ctx,
        [-size * 0.4, size * 0.05],
        [-size, size * 0.35],
        [-size * 1.55, size * 0.05],
        size * 0.26,
        size * 0.04,
        own,
      );
      blob(ctx, [
        [-size * 0.55, 0],
        [-size * 0.1, -size * 0.2],
        [size * 0.45, -size * 0.12],
        [size * 0.6, size * 0.1],
        [size * 0.1, size * 0.28],
        [-size * 0.4, size * 0.2],
      ]);
      ctx.fillStyle = own;
      ctx.fill();
      limb(
        ctx,
        [size * 0.45, 0],
        [size * 0.85, -size * 0.1],
        [size * 0.98, -size * 0.4],
        size * 0.26,
        size * 0.15,
        own,
      );
      limb(
        ctx,
        [size * 0.95, -size * 0.42],
        [size * 1.1, -size * 0.42],
        [size * 1.3, -size * 0.34],
        size * 0.2,
        size * 0.1,
        own,
      );
      for (const dx of [0.9, 1])
        limb(
          ctx,
          [size * dx, -size * 0.5],
          [size * (dx - 0.06), -size * 0.58],
          [size * (dx - 0.16), -size * 0.68],
          size * 0.05,
          size * 0.015,
          '#d9c9a0',
        );
      wing(1.15, '#7f9a63');
      ctx.fillStyle = '#f5d76a';
      ctx.beginPath();
      ctx.arc(size * 1.02, -size * 0.46, size * 0.03, 0, Math.PI * 2);
      ctx.fill();
    },
  );
}
