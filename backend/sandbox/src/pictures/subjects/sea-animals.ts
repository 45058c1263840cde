import { darken } from '../colour';
import { blob, limb, softEllipse } from '../brush';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';

/** Paints a whale's back with its fluke, or a whole whale under water. */
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
