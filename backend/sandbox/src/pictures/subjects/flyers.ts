import { glow } from '../brush';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { fillPolygon } from '../brush';

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
