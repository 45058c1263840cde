import type { SKRSContext2D } from '@napi-rs/canvas';
import { alpha, darken } from '../colour';
import { glow, polygon } from '../brush';
import { LAMP_LIGHT } from '../palette';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { fillPolygon } from '../brush';

/** A window that is dark by day and lit by night; glass, bars, sill. */
function pane(ctx: SKRSContext2D, x: number, y: number, width: number, height: number, lit: number): void {
  ctx.fillStyle = '#2c2a33';
  ctx.fillRect(x - width * 0.08, y - height * 0.06, width * 1.16, height * 1.12);
  ctx.fillStyle = lit > 0.3 ? LAMP_LIGHT : '#6f8796';
  ctx.fillRect(x, y, width, height);
  ctx.fillStyle = alpha('#ffffff', lit > 0.3 ? 0.35 : 0.22);
  polygon(ctx, [
    [x, y],
    [x + width, y],
    [x, y + height * 0.8],
  ]);
  ctx.fill();
  ctx.fillStyle = '#2c2a33';
  ctx.fillRect(x + width * 0.46, y, width * 0.08, height);
  ctx.fillRect(x, y + height * 0.46, width, height * 0.07);
}

const HOUSE_WALLS = ['#e9dcc5', '#d9b48f', '#c9d3d1', '#c78d75', '#e6cf9d'] as const;
const HOUSE_ROOFS = ['#7d3f38', '#4a4f5e', '#6b4a3a', '#8a5440'] as const;

/** A cottage of about two people's height to the eaves, with a chimney. */
export function paintHouse(stage: Stage, spot: Spot): void {
  const random = stage.random.fork(`house ${Math.round(spot.x)}`);
  const wall = random.pick(HOUSE_WALLS);
  const roof = random.pick(HOUSE_ROOFS);
  const size = spot.size * random.range(1.35, 1.7);
  const half = size * random.range(0.62, 0.85);
  const lit = stage.light.night;
  const ridge = size * random.range(0.72, 0.95);
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: half * 1.35,
      right: half * 1.35,
      up: size + ridge * 1.35,
      depth: spot.depth,
      shadow: half * 0.95,
      ambient: 0.85,
    },
    (ctx) => {
      ctx.fillStyle = darken(roof, 0.25);
      ctx.fillRect(half * 0.42, -size - ridge * 0.98, half * 0.2, ridge * 0.7);
      ctx.fillStyle = wall;
      ctx.fillRect(-half, -size, half * 2, size);
      ctx.fillStyle = alpha(darken(wall, 0.5), 0.35);
      ctx.fillRect(-half, -size, half * 2, size * 0.1);
      ctx.fillRect(-half, -size * 0.12, half * 2, size * 0.12);
      fillPolygon(
        ctx,
        [
          [-half * 1.16, -size * 0.97],
          [half * 1.16, -size * 0.97],
          [half * 0.78, -size - ridge * 0.72],
          [-half * 0.78, -size - ridge * 0.72],
        ],
        roof,
      );
      ctx.strokeStyle = alpha('#000000', 0.14);
      ctx.lineWidth = Math.max(0.5, size * 0.012);
      for (let row = 1; row < 5; row++) {
        const y = -size - ridge * 0.72 * (row / 5);
        ctx.beginPath();
        ctx.moveTo(-half * 1.1, y);
        ctx.lineTo(half * 1.1, y);
        ctx.stroke();
      }
      ctx.fillStyle = darken(roof, 0.45);
      ctx.beginPath();
      ctx.roundRect(-half * 0.16, -size * 0.6, half * 0.34, size * 0.6, [half * 0.1, half * 0.1, 0, 0]);
      ctx.fill();
      pane(ctx, -half * 0.74, -size * 0.68, half * 0.36, size * 0.34, lit);
      pane(ctx, half * 0.4, -size * 0.68, half * 0.36, size * 0.34, lit);
    },
  );
  if (lit > 0.3 && spot.depth < 0.75) {
    glow(stage.ctx, spot.x - half * 0.56, spot.y - size * 0.5, size * 0.7, LAMP_LIGHT, 0.5 * lit * (1 - spot.depth));
    glow(stage.ctx, spot.x + half * 0.58, spot.y - size * 0.5, size * 0.7, LAMP_LIGHT, 0.5 * lit * (1 - spot.depth));
  }
}

/** A free-standing tower: church, bell, clock or watch tower. */
export function paintTower(stage: Stage, spot: Spot): void {
  const height = spot.size * 4.4;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: height * 0.2,
      right: height * 0.2,
      up: height * 1.35,
      depth: spot.depth,
      shadow: height * 0.12,
    },
    (ctx) => {
      ctx.fillStyle = '#cfc4b4';
      ctx.fillRect(-height * 0.11, -height * 0.86, height * 0.22, height * 0.87);
      ctx.fillStyle = '#b3a695';
      ctx.fillRect(-height * 0.13, -height * 0.88, height * 0.26, height * 0.035);
      ctx.fillRect(-height * 0.12, -height * 0.6, height * 0.24, height * 0.02);
      fillPolygon(
        ctx,
        [
          [-height * 0.14, -height * 0.87],
          [height * 0.14, -height * 0.87],
          [0, -height * 1.3],
        ],
        '#4f5a68',
      );
      ctx.fillStyle = stage.light.night > 0.3 ? '#ffe6ae' : '#f6f0e2';
      ctx.beginPath();
      ctx.arc(0, -height * 0.72, height * 0.062, 0, Math.PI * 2);
      ctx.fill();
      ctx.strokeStyle = '#33302f';
      ctx.lineWidth = height * 0.009;
      ctx.stroke();
      ctx.beginPath();
      ctx.moveTo(0, -height * 0.76);
      ctx.lineTo(0, -height * 0.72);
      ctx.lineTo(height * 0.03, -height * 0.705);
      ctx.stroke();
      ctx.fillStyle = '#4a3f3a';
      ctx.beginPath();
      ctx.roundRect(-height * 0.035, -height * 0.15, height * 0.07, height * 0.16, [
        height * 0.035,
        height * 0.035,
        0,
        0,
      ]);
      ctx.fill();
      pane(ctx, -height * 0.025, -height * 0.5, height * 0.05, height * 0.1, stage.light.night);
    },
  );
}
