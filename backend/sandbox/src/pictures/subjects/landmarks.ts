import { darken, lighten } from '../colour';
import { glow } from '../brush';
import { LAMP_LIGHT } from '../palette';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { fillPolygon } from '../brush';

/** Paints three towers and a wall; also used for palaces and ruins. */
export function paintCastle(stage: Stage, spot: Spot): void {
  const size = spot.size * 4.6;
  // Keeps the castle wholly within the image, wherever its spot is.
  const x = Math.max(size * 0.5, Math.min(stage.width - size * 0.5, spot.x));
  const stone = '#a59c94';
  paintLit(
    stage,
    {
      x,
      y: spot.y,
      left: size * 0.62,
      right: size * 0.62,
      up: size * 1.1,
      down: size * 0.06,
      depth: spot.depth,
      shadow: size * 0.4,
      ambient: 0.9,
    },
    (ctx) => {
      const towerAt = (x: number, half: number, height: number, roof: string): void => {
        ctx.fillStyle = stone;
        ctx.fillRect(x - half, -height, half * 2, height + size * 0.04);
        ctx.fillStyle = darken(stone, 0.2);
        ctx.fillRect(x - half * 1.15, -height, half * 2.3, size * 0.03);
        fillPolygon(
          ctx,
          [
            [x - half * 1.3, -height],
            [x + half * 1.3, -height],
            [x, -height - half * 3],
          ],
          roof,
        );
        ctx.fillStyle = stage.light.night > 0.3 ? LAMP_LIGHT : '#3a3a45';
        for (const level of [0.32, 0.6])
          ctx.fillRect(x - half * 0.16, -height * level - size * 0.05, half * 0.32, size * 0.05);
      };
      towerAt(-size * 0.2, size * 0.065, size * 0.72, '#5a4a6a');
      towerAt(size * 0.14, size * 0.085, size * 0.82, '#6d4257');
      ctx.fillStyle = lighten(stone, 0.06);
      ctx.fillRect(-size * 0.42, -size * 0.36, size * 0.84, size * 0.4);
      for (let tooth = 0; tooth < 12; tooth++)
        ctx.fillRect(-size * 0.42 + tooth * size * 0.0735, -size * 0.395, size * 0.04, size * 0.04);
      towerAt(-size * 0.44, size * 0.08, size * 0.5, '#5a4a6a');
      towerAt(size * 0.45, size * 0.07, size * 0.56, '#6d4257');
      ctx.fillStyle = '#3b2c2a';
      ctx.beginPath();
      ctx.roundRect(-size * 0.06, -size * 0.17, size * 0.12, size * 0.21, [size * 0.06, size * 0.06, 0, 0]);
      ctx.fill();
    },
  );
}

/** Paints stone arches across the image at the spot's height. */
export function paintBridge(stage: Stage, spot: Spot): void {
  const size = spot.size * 1.5;
  const span = stage.width * 0.62;
  paintLit(
    stage,
    {
      x: stage.width / 2,
      y: spot.y,
      left: span,
      right: span,
      up: size * 1.3,
      down: size * 0.9,
      depth: spot.depth,
      shadow: 0,
    },
    (ctx) => {
      ctx.fillStyle = '#9a8f86';
      ctx.beginPath();
      ctx.moveTo(-span, -size * 0.15);
      ctx.quadraticCurveTo(0, -size * 1.15, span, -size * 0.15);
      ctx.lineTo(span, size * 0.8);
      ctx.lineTo(-span, size * 0.8);
      ctx.fill();
      ctx.globalCompositeOperation = 'destination-out';
      for (const [x, half] of [
        [-span * 0.6, span * 0.17],
        [0, span * 0.27],
        [span * 0.6, span * 0.17],
      ] as const) {
        ctx.beginPath();
        ctx.ellipse(x, size * 0.8, half, size * (half / span) * 4.6, 0, Math.PI, 0);
        ctx.fill();
      }
      ctx.globalCompositeOperation = 'source-over';
      ctx.strokeStyle = '#b9aea2';
      ctx.lineWidth = size * 0.08;
      ctx.beginPath();
      ctx.moveTo(-span, -size * 0.17);
      ctx.quadraticCurveTo(0, -size * 1.17, span, -size * 0.17);
      ctx.stroke();
    },
  );
}

export function paintTent(stage: Stage, spot: Spot): void {
  const size = spot.size * 1.1;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: size * 1.1,
      right: size * 1.1,
      up: size * 1.15,
      depth: spot.depth,
      shadow: size * 0.8,
      ambient: 0.8,
    },
    (ctx) => {
      fillPolygon(
        ctx,
        [
          [-size, 0],
          [-size * 0.1, -size],
          [size * 0.35, 0],
        ],
        '#d98b4a',
      );
      fillPolygon(
        ctx,
        [
          [-size * 0.1, -size],
          [size, 0],
          [size * 0.35, 0],
        ],
        '#a9602f',
      );
      fillPolygon(
        ctx,
        [
          [-size * 0.22, 0],
          [-size * 0.1, -size * 0.72],
          [size * 0.02, 0],
        ],
        stage.light.night > 0.3 ? LAMP_LIGHT : '#4f3526',
      );
    },
  );
  if (stage.light.night > 0.3) glow(stage.ctx, spot.x - size * 0.1, spot.y - size * 0.4, size * 1.2, LAMP_LIGHT, 0.55);
}
