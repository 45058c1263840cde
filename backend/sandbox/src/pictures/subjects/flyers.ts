import { blob, fillPolygon, glow, softEllipse } from '../brush';
import type { Point } from '../brush';
import { alpha, lighten } from '../colour';
import type { Colour } from '../colour';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';

export function paintRocket(stage: Stage, spot: Spot): void {
  const size = spot.size * 3;
  glow(stage.ctx, spot.x, spot.y + size * 0.06, size * 0.5, '#ffb35c', 0.9);
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: size * 0.4,
      right: size * 0.4,
      up: size * 1.1,
      down: size * 0.3,
      depth: spot.depth * 0.5,
      shadow: size * 0.2,
      ambient: 0.7,
    },
    (ctx) => {
      fillPolygon(
        ctx,
        [
          [-size * 0.07, -size * 0.05],
          [0, size * 0.26],
          [size * 0.07, -size * 0.05],
        ],
        '#ffd27a',
      );
      fillPolygon(
        ctx,
        [
          [-size * 0.1, -size * 0.36],
          [-size * 0.26, 0],
          [-size * 0.08, -size * 0.06],
        ],
        '#b8433a',
      );
      fillPolygon(
        ctx,
        [
          [size * 0.1, -size * 0.36],
          [size * 0.26, 0],
          [size * 0.08, -size * 0.06],
        ],
        '#8f322d',
      );
      ctx.beginPath();
      ctx.moveTo(0, -size);
      ctx.bezierCurveTo(size * 0.2, -size * 0.72, size * 0.16, -size * 0.25, size * 0.09, -size * 0.05);
      ctx.lineTo(-size * 0.09, -size * 0.05);
      ctx.bezierCurveTo(-size * 0.16, -size * 0.25, -size * 0.2, -size * 0.72, 0, -size);
      ctx.fillStyle = '#e8e6e1';
      ctx.fill();
      ctx.save();
      ctx.clip();
      ctx.fillStyle = '#b8433a';
      ctx.fillRect(-size * 0.2, -size * 1.02, size * 0.4, size * 0.2);
      ctx.restore();
      ctx.fillStyle = '#33506b';
      ctx.beginPath();
      ctx.arc(0, -size * 0.6, size * 0.058, 0, Math.PI * 2);
      ctx.fill();
    },
  );
}

export function paintBalloon(stage: Stage, spot: Spot): void {
  const size = spot.size * 1.6;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: size * 0.8,
      right: size * 0.8,
      up: size * 1.2,
      down: size * 1.3,
      depth: spot.depth,
      shadow: 0,
    },
    (ctx) => {
      const stripes = ['#d9573f', '#f2c35a', '#d9573f', '#f3e4c4', '#d9573f'];
      ctx.save();
      ctx.beginPath();
      ctx.ellipse(0, -size * 0.35, size * 0.62, size * 0.72, 0, 0, Math.PI * 2);
      ctx.clip();
      stripes.forEach((colour, index) => {
        ctx.fillStyle = colour;
        ctx.fillRect(-size * 0.62 + index * size * 0.248, -size * 1.2, size * 0.25, size * 1.7);
      });
      ctx.restore();
      ctx.strokeStyle = '#4a382d';
      ctx.lineWidth = Math.max(1, size * 0.015);
      for (const dx of [-1, 1]) {
        ctx.beginPath();
        ctx.moveTo(dx * size * 0.34, size * 0.24);
        ctx.lineTo(dx * size * 0.13, size * 0.72);
        ctx.stroke();
      }
      ctx.fillStyle = '#7a5433';
      ctx.fillRect(-size * 0.15, size * 0.7, size * 0.3, size * 0.22);
    },
  );
}

/** Paints flying birds, from a single gull to a flock. */
export function paintBirds(stage: Stage, count: number, colour: Colour): void {
  const { ctx, width, horizon, light, random } = stage;
  const flock = random.fork('birds');
  const centre: Point = [width * flock.range(0.3, 0.7), horizon * flock.range(0.32, 0.6)];
  for (let index = 0; index < count; index++) {
    const span = (index === 0 ? 40 : flock.range(11, 26)) * (count === 1 ? 1.5 : 1);
    const x = centre[0] + flock.range(-170, 170) * (index === 0 ? 0.3 : 1);
    const y = centre[1] + flock.range(-110, 110);
    const flap = flock.range(0.25, 0.6);
    ctx.fillStyle = alpha(light.night > 0.6 ? lighten(colour, 0.2) : colour, 0.9);
    ctx.beginPath();
    ctx.moveTo(x - span, y - span * flap);
    ctx.quadraticCurveTo(x - span * 0.4, y - span * flap * 1.05, x, y);
    ctx.quadraticCurveTo(x + span * 0.4, y - span * flap * 1.05, x + span, y - span * flap);
    ctx.quadraticCurveTo(x + span * 0.42, y - span * flap * 0.6, x + span * 0.1, y + span * 0.14);
    ctx.lineTo(x - span * 0.1, y + span * 0.14);
    ctx.quadraticCurveTo(x - span * 0.42, y - span * flap * 0.6, x - span, y - span * flap);
    ctx.fill();
  }
}

export function paintOwl(stage: Stage, spot: Spot): void {
  const size = spot.size * 0.24;
  paintLit(
    stage,
    { x: spot.x, y: spot.y, left: size, right: size, up: size * 2, depth: spot.depth, shadow: size * 0.5 },
    (ctx) => {
      blob(ctx, [
        [-size * 0.6, -size * 0.1],
        [-size * 0.62, -size * 1.2],
        [-size * 0.5, -size * 1.85],
        [0, -size * 1.6],
        [size * 0.5, -size * 1.85],
        [size * 0.62, -size * 1.2],
        [size * 0.6, -size * 0.1],
        [0, 0],
      ]);
      ctx.fillStyle = '#7d6248';
      ctx.fill();
      softEllipse(ctx, 0, -size * 0.55, size * 0.36, size * 0.5, '#d9c3a0', 0.95, 0.5);
      for (const dx of [-0.22, 0.22]) {
        ctx.fillStyle = '#f5d76a';
        ctx.beginPath();
        ctx.arc(dx * size, -size * 1.26, size * 0.19, 0, Math.PI * 2);
        ctx.fill();
        ctx.fillStyle = '#15110f';
        ctx.beginPath();
        ctx.arc(dx * size, -size * 1.26, size * 0.09, 0, Math.PI * 2);
        ctx.fill();
      }
    },
  );
}
