import type { SKRSContext2D } from '@napi-rs/canvas';
import { fillPolygon, glow, polygon } from '../brush';
import { alpha, darken } from '../colour';
import { LAMP_LIGHT } from '../palette';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';

/** Paints a window with glass, bars and sill, dark by day and lit by night. */
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

/** Paints a cottage, about two people tall to the eaves, with a chimney. */
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

/** Paints a free-standing tower: church, bell, clock or watch tower. */
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

/** Paints a lighthouse, seven to eight people tall; at dusk and night its lamp throws a beam. */
export function paintLighthouse(stage: Stage, spot: Spot): void {
  const height = spot.size * 6.2;
  const lamp = -height * 0.9;
  const lit = stage.light.night > 0.3 || stage.brief.weather === 'fog' || stage.brief.weather === 'storm';
  if (lit) paintBeam(stage, spot.x, spot.y + lamp, height);
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: height * 0.22,
      right: height * 0.22,
      up: height * 1.05,
      down: height * 0.03,
      depth: spot.depth * 0.7,
      shadow: height * 0.09,
    },
    (ctx) => {
      const half = (t: number): number => height * (0.092 - 0.036 * t);
      fillPolygon(
        ctx,
        [
          [-half(0), height * 0.02],
          [half(0), height * 0.02],
          [half(0.8), -height * 0.8],
          [-half(0.8), -height * 0.8],
        ],
        '#f0e8dc',
      );
      for (let band = 0; band < 3; band++) {
        const low = 0.1 + band * 0.25;
        const high = low + 0.125;
        fillPolygon(
          ctx,
          [
            [-half(low), -height * low],
            [half(low), -height * low],
            [half(high), -height * high],
            [-half(high), -height * high],
          ],
          '#b8433a',
        );
      }
      for (const [at, dx] of [
        [0.3, 0.012],
        [0.54, -0.01],
        [0.7, 0.006],
      ] as const) {
        ctx.fillStyle = stage.light.night > 0.3 ? LAMP_LIGHT : '#3d4350';
        ctx.beginPath();
        ctx.roundRect(
          height * dx - height * 0.011,
          -height * at - height * 0.035,
          height * 0.022,
          height * 0.045,
          height * 0.011,
        );
        ctx.fill();
      }
      ctx.fillStyle = '#4a3230';
      ctx.beginPath();
      ctx.roundRect(-height * 0.022, -height * 0.065, height * 0.044, height * 0.085, [
        height * 0.022,
        height * 0.022,
        0,
        0,
      ]);
      ctx.fill();
      ctx.fillStyle = '#33343f';
      ctx.fillRect(-height * 0.082, -height * 0.815, height * 0.164, height * 0.02);
      ctx.strokeStyle = '#33343f';
      ctx.lineWidth = Math.max(0.8, height * 0.005);
      for (let post = -4; post <= 4; post++) {
        ctx.beginPath();
        ctx.moveTo(post * height * 0.0195, -height * 0.815);
        ctx.lineTo(post * height * 0.0195, -height * 0.85);
        ctx.stroke();
      }
      ctx.fillRect(-height * 0.08, -height * 0.853, height * 0.16, height * 0.006);
      ctx.fillStyle = lit ? '#fff2c4' : '#a7c0cc';
      ctx.fillRect(-height * 0.042, -height * 0.925, height * 0.084, height * 0.11);
      ctx.fillStyle = '#33343f';
      for (const bar of [-0.042, -0.016, 0.012, 0.038])
        ctx.fillRect(height * bar, -height * 0.925, height * 0.005, height * 0.11);
      ctx.beginPath();
      ctx.moveTo(-height * 0.056, -height * 0.922);
      ctx.quadraticCurveTo(0, -height * 1.03, height * 0.056, -height * 0.922);
      ctx.fillStyle = '#9c3a34';
      ctx.fill();
      ctx.fillStyle = '#33343f';
      ctx.fillRect(-height * 0.003, -height * 1.035, height * 0.006, height * 0.06);
    },
  );
  if (!lit) return;
  glow(stage.ctx, spot.x, spot.y + lamp, height * 0.3, '#ffe7a8', 0.95);
  glow(stage.ctx, spot.x, spot.y + lamp, height * 0.08, '#ffffff', 1);
}

function paintBeam({ ctx, random, width }: Stage, x: number, y: number, height: number): void {
  const beam = random.fork('beam');
  const toward = x < width / 2 ? 1 : -1;
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (const [direction, reach, strength] of [
    [toward, width * 1.1, 0.13],
    [-toward, width * 0.6, 0.08],
  ] as const) {
    const angle = (direction > 0 ? 0 : Math.PI) + direction * beam.range(-0.12, 0.02);
    const spread = 0.1;
    const gradient = ctx.createRadialGradient(x, y, height * 0.02, x, y, reach);
    gradient.addColorStop(0, alpha('#fff3c9', strength));
    gradient.addColorStop(0.5, alpha('#fff3c9', strength * 0.45));
    gradient.addColorStop(1, alpha('#fff3c9', 0));
    for (let share = 8; share >= 1; share--) {
      const width = share / 8;
      polygon(ctx, [
        [x, y],
        [x + Math.cos(angle - spread * width) * reach, y + Math.sin(angle - spread * width) * reach],
        [x + Math.cos(angle + spread * width) * reach, y + Math.sin(angle + spread * width) * reach],
      ]);
      ctx.fillStyle = gradient;
      ctx.fill();
    }
  }
  ctx.restore();
}
