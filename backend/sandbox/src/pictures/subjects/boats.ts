import { alpha, darken, lighten } from '../colour';
import { glow, softEllipse } from '../brush';
import { LAMP_LIGHT } from '../palette';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { fillPolygon } from '../brush';

/** Paints the water's disturbance by the hull and the hull's reflection. */
function paintWake({ ctx, light }: Stage, spot: Spot, half: number): void {
  softEllipse(ctx, spot.x, spot.y + half * 0.12, half * 1.25, half * 0.16, darken(light.sky[1], 0.65), 0.55, 0.2);
  ctx.strokeStyle = alpha(lighten(light.haze, 0.5), 0.55);
  ctx.lineWidth = Math.max(1, half * 0.022);
  for (const [dx, dy, reach] of [
    [-1.02, 0.02, 0.5],
    [-0.2, 0.1, 1.1],
    [0.5, 0.04, 0.6],
  ] as const) {
    ctx.beginPath();
    ctx.moveTo(spot.x + dx * half, spot.y + dy * half);
    ctx.quadraticCurveTo(
      spot.x + (dx + reach / 2) * half,
      spot.y + (dy + 0.05) * half,
      spot.x + (dx + reach) * half,
      spot.y + dy * half,
    );
    ctx.stroke();
  }
}

/** Paints a rowing boat with a lantern by night, or a small sailing boat further out. */
export function paintBoat(stage: Stage, spot: Spot): void {
  const half = spot.size * 1.15;
  const sail = spot.depth > 0.15;
  const facing = stage.random.fork('boat').sign();
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: half * 1.3,
      right: half * 1.3,
      up: half * 3.1,
      down: half * 0.2,
      depth: spot.depth,
      shadow: 0,
      facing,
    },
    (ctx) => {
      if (sail) {
        ctx.fillStyle = '#5a4436';
        ctx.fillRect(-half * 0.08, -half * 2.8, half * 0.07, half * 2.6);
        ctx.beginPath();
        ctx.moveTo(half * 0.02, -half * 2.72);
        ctx.quadraticCurveTo(half * 1.05, -half * 1.5, half * 1.02, -half * 0.55);
        ctx.lineTo(half * 0.02, -half * 0.5);
        ctx.fillStyle = '#f3e7cf';
        ctx.fill();
        ctx.beginPath();
        ctx.moveTo(-half * 0.14, -half * 2.5);
        ctx.quadraticCurveTo(-half * 0.75, -half * 1.4, -half * 0.85, -half * 0.6);
        ctx.lineTo(-half * 0.14, -half * 0.55);
        ctx.fillStyle = '#d8604a';
        ctx.fill();
      }
      ctx.beginPath();
      ctx.moveTo(-half * 1.1, -half * 0.42);
      ctx.quadraticCurveTo(0, -half * 0.16, half * 1.16, -half * 0.5);
      ctx.quadraticCurveTo(half * 0.95, half * 0.12, half * 0.55, half * 0.14);
      ctx.lineTo(-half * 0.7, half * 0.14);
      ctx.quadraticCurveTo(-half * 1.02, half * 0.05, -half * 1.1, -half * 0.42);
      ctx.fillStyle = '#7a4a34';
      ctx.fill();
      ctx.save();
      ctx.clip();
      ctx.fillStyle = '#f0e3cb';
      ctx.fillRect(-half * 1.3, -half * 0.5, half * 2.6, half * 0.2);
      ctx.fillStyle = alpha('#2a1712', 0.45);
      ctx.fillRect(-half * 1.3, -half * 0.02, half * 2.6, half * 0.3);
      ctx.restore();
    },
  );
  paintWake(stage, spot, half);
  if (stage.light.night > 0.3)
    glow(stage.ctx, spot.x + half * 0.5 * facing, spot.y - half * 0.6, half * 1.1, LAMP_LIGHT, 0.8);
}

/** Paints a three-master under sail. */
export function paintShip(stage: Stage, spot: Spot): void {
  const half = spot.size * 2.3;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: half * 1.35,
      right: half * 1.35,
      up: half * 2.2,
      down: half * 0.2,
      depth: spot.depth,
      shadow: 0,
      facing: stage.random.fork('ship').sign(),
    },
    (ctx) => {
      for (const [x, height] of [
        [-0.55, 1.65],
        [0.02, 2],
        [0.55, 1.6],
      ] as const) {
        ctx.fillStyle = '#4a382d';
        ctx.fillRect(x * half - half * 0.018, -height * half, half * 0.036, height * half);
        for (let row = 0; row < 3; row++) {
          const top = -half * height * (0.95 - row * 0.26);
          const wide = half * (0.15 + row * 0.055);
          ctx.beginPath();
          ctx.moveTo(x * half - wide, top);
          ctx.lineTo(x * half + wide, top);
          ctx.quadraticCurveTo(
            x * half + wide * 1.5,
            top + half * 0.2,
            x * half + wide * 1.06,
            top + half * height * 0.23,
          );
          ctx.quadraticCurveTo(
            x * half,
            top + half * height * 0.19,
            x * half - wide * 1.06,
            top + half * height * 0.23,
          );
          ctx.fillStyle = row === 1 ? '#e6d7b9' : '#f4e9d2';
          ctx.fill();
        }
      }
      fillPolygon(
        ctx,
        [
          [half * 0.7, -half * 1.2],
          [half * 1.28, -half * 0.42],
          [half * 0.74, -half * 0.42],
        ],
        '#efe2c8',
      );
      ctx.beginPath();
      ctx.moveTo(-half * 1.05, -half * 0.5);
      ctx.lineTo(-half * 0.7, -half * 0.36);
      ctx.quadraticCurveTo(half * 0.2, -half * 0.22, half * 1.25, -half * 0.46);
      ctx.quadraticCurveTo(half * 0.95, half * 0.05, half * 0.75, half * 0.14);
      ctx.lineTo(-half * 0.85, half * 0.14);
      ctx.closePath();
      ctx.fillStyle = '#5b3a2c';
      ctx.fill();
      ctx.fillStyle = stage.light.night > 0.3 ? LAMP_LIGHT : '#caa46b';
      for (let port = 0; port < 7; port++)
        ctx.fillRect(-half * 0.75 + port * half * 0.23, -half * 0.17, half * 0.06, half * 0.055);
    },
  );
  paintWake(stage, spot, half);
}
