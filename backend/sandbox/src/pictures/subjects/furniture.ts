import { darken, lighten } from '../colour';
import { glow, polygon } from '../brush';
import { LAMP_LIGHT } from '../palette';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { box } from '../brush';

export const WOOD = '#8a5a38';

export function paintTable(stage: Stage, spot: Spot): void {
  const half = spot.size * 0.52;
  const height = spot.size * 0.46;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: half * 1.2,
      right: half * 1.2,
      up: height * 1.3,
      down: height * 0.12,
      depth: spot.depth,
      shadow: half * 1.05,
    },
    (ctx) => {
      for (const [x, front] of [
        [-0.82, 0],
        [0.74, 0],
        [-0.96, 1],
        [0.88, 1],
      ] as const) {
        box(
          ctx,
          x * half,
          -height * 0.9,
          half * 0.09,
          height * (front ? 0.95 : 0.82),
          front ? WOOD : darken(WOOD, 0.35),
        );
      }
      polygon(ctx, [
        [-half * 0.9, -height * 1.12],
        [half * 0.9, -height * 1.12],
        [half * 1.12, -height * 0.86],
        [-half * 1.12, -height * 0.86],
      ]);
      ctx.fillStyle = lighten(WOOD, 0.22);
      ctx.fill();
      box(ctx, -half * 1.12, -height * 0.86, half * 2.24, height * 0.1, darken(WOOD, 0.15));
    },
  );
}

export function paintChair(stage: Stage, spot: Spot): void {
  const size = spot.size * 0.52;
  const facing = spot.x < stage.width / 2 ? 1 : -1;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: size * 0.7,
      right: size * 0.7,
      up: size * 1.2,
      depth: spot.depth,
      shadow: size * 0.45,
      facing,
    },
    (ctx) => {
      for (const [x, y] of [
        [-0.3, -0.06],
        [0.28, -0.06],
        [-0.38, 0],
        [0.36, 0],
      ] as const)
        box(ctx, x * size, -size * 0.5 + y * size, size * 0.06, size * 0.5, darken(WOOD, y < 0 ? 0.35 : 0.1));
      polygon(ctx, [
        [-size * 0.36, -size * 0.55],
        [size * 0.36, -size * 0.55],
        [size * 0.44, -size * 0.45],
        [-size * 0.42, -size * 0.45],
      ]);
      ctx.fillStyle = lighten(WOOD, 0.15);
      ctx.fill();
      box(ctx, -size * 0.4, -size * 1.1, size * 0.07, size * 0.65, WOOD);
      box(ctx, -size * 0.22, -size * 1.14, size * 0.07, size * 0.62, darken(WOOD, 0.2));
      for (const y of [-1.08, -0.86]) box(ctx, -size * 0.4, y * size, size * 0.25, size * 0.08, WOOD);
    },
  );
}

export function paintBed(stage: Stage, spot: Spot): void {
  const half = spot.size * 0.85;
  paintLit(
    stage,
    { x: spot.x, y: spot.y, left: half * 1.15, right: half * 1.15, up: half * 1.1, depth: spot.depth, shadow: half },
    (ctx) => {
      box(ctx, -half * 1.05, -half * 0.95, half * 0.12, half * 0.95, WOOD, 6);
      box(ctx, half * 0.95, -half * 0.62, half * 0.1, half * 0.62, WOOD, 6);
      box(ctx, -half, -half * 0.42, half * 2, half * 0.24, '#ece6da', 10);
      box(ctx, -half * 0.95, -half * 0.58, half * 0.52, half * 0.22, '#f7f3ea', 14);
      ctx.beginPath();
      ctx.moveTo(-half * 0.42, -half * 0.5);
      ctx.quadraticCurveTo(half * 0.3, -half * 0.66, half * 0.98, -half * 0.46);
      ctx.lineTo(half * 0.98, -half * 0.1);
      ctx.lineTo(-half * 0.42, -half * 0.12);
      ctx.fillStyle = '#4f6d8f';
      ctx.fill();
      ctx.fillStyle = '#6c8bad';
      ctx.fillRect(-half * 0.42, -half * 0.5, half * 0.14, half * 0.38);
    },
  );
}

export function paintDoor(stage: Stage, spot: Spot): void {
  const height = spot.size * 1.28;
  const half = height * 0.25;
  const colour = stage.random.fork('door').pick(['#7c3f34', '#3f6170', '#55704f', '#8a6238']);
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: half * 1.4,
      right: half * 1.4,
      up: height * 1.12,
      depth: spot.depth,
      shadow: half * 0.7,
    },
    (ctx) => {
      box(ctx, -half * 1.2, -height * 1.06, half * 2.4, height * 1.06, '#d9cbb3', 4);
      box(ctx, -half, -height, half * 2, height, colour, 3);
      for (const [x, y, h] of [
        [-0.8, -0.92, 0.38],
        [0.1, -0.92, 0.38],
        [-0.8, -0.46, 0.38],
        [0.1, -0.46, 0.38],
      ] as const) {
        box(ctx, x * half, y * height, half * 0.7, h * height, darken(colour, 0.22), 2);
        box(
          ctx,
          x * half + half * 0.05,
          y * height + half * 0.06,
          half * 0.6,
          h * height - half * 0.08,
          lighten(colour, 0.06),
          2,
        );
      }
      ctx.fillStyle = '#e2b757';
      ctx.beginPath();
      ctx.arc(half * 0.8, -height * 0.48, half * 0.09, 0, Math.PI * 2);
      ctx.fill();
    },
  );
}

/** Paints a standing lamp with a cloth shade; a small one when it stands on a surface. */
export function paintLamp(stage: Stage, spot: Spot, onSurface: boolean): void {
  const height = spot.size * (onSurface ? 0.36 : 0.95);
  const half = onSurface ? height * 0.36 : height * 0.17;
  const lit = stage.light.night > 0.2;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: half * 1.2,
      right: half * 1.2,
      up: height * 1.06,
      depth: spot.depth,
      shadow: half * 0.6,
      ambient: 0.4,
    },
    (ctx) => {
      box(ctx, -half * 0.06, -height * 0.7, half * 0.12, height * 0.7, '#6b5238');
      box(ctx, -half * 0.42, -height * 0.04, half * 0.84, height * 0.04, '#6b5238', 3);
      polygon(ctx, [
        [-half * 0.6, -height],
        [half * 0.6, -height],
        [half, -height * 0.66],
        [-half, -height * 0.66],
      ]);
      ctx.fillStyle = lit ? '#ffdf9c' : '#dcc39a';
      ctx.fill();
    },
  );
  if (lit) {
    glow(stage.ctx, spot.x, spot.y - height * 0.8, height * (onSurface ? 1.6 : 0.9), LAMP_LIGHT, 0.85);
    glow(stage.ctx, spot.x, spot.y - height * 0.8, spot.size * 2.4, LAMP_LIGHT, 0.32);
  }
}
