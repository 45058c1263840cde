import { alpha } from '../colour';
import { limb, polygon } from '../brush';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { box } from '../brush';
import { WOOD } from './furniture';

export function paintClock(stage: Stage, spot: Spot): void {
  const radius = spot.size * 0.2;
  const y = -spot.size * 1.05;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: radius * 1.4,
      right: radius * 1.4,
      up: spot.size * 1.4,
      depth: spot.depth,
      shadow: radius,
      ambient: 0.7,
    },
    (ctx) => {
      box(ctx, -radius * 1.15, y - radius * 1.25, radius * 2.3, -y + radius * 1.25, WOOD, radius * 0.5);
      box(ctx, -radius * 0.7, y + radius * 1.35, radius * 1.4, spot.size * 0.5, '#3b281c', 4);
      ctx.fillStyle = '#f4ead2';
      ctx.beginPath();
      ctx.arc(0, y, radius, 0, Math.PI * 2);
      ctx.fill();
      ctx.strokeStyle = '#2f2620';
      ctx.lineWidth = radius * 0.08;
      for (let hour = 0; hour < 12; hour++) {
        const angle = (hour / 12) * Math.PI * 2;
        ctx.beginPath();
        ctx.moveTo(Math.cos(angle) * radius * 0.8, y + Math.sin(angle) * radius * 0.8);
        ctx.lineTo(Math.cos(angle) * radius * 0.92, y + Math.sin(angle) * radius * 0.92);
        ctx.stroke();
      }
      ctx.beginPath();
      ctx.moveTo(0, y - radius * 0.7);
      ctx.lineTo(0, y);
      ctx.lineTo(radius * 0.45, y + radius * 0.2);
      ctx.stroke();
      limb(
        ctx,
        [0, y + radius * 1.4],
        [radius * 0.1, y + radius * 2],
        [radius * 0.18, y + radius * 2.7],
        radius * 0.06,
        radius * 0.05,
        '#d9b35a',
      );
      ctx.fillStyle = '#e2bd62';
      ctx.beginPath();
      ctx.arc(radius * 0.2, y + radius * 2.8, radius * 0.24, 0, Math.PI * 2);
      ctx.fill();
    },
  );
}

export function paintMirror(stage: Stage, spot: Spot): void {
  const height = spot.size * 1.1;
  const half = height * 0.28;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: half * 1.4,
      right: half * 1.4,
      up: height * 1.15,
      depth: spot.depth,
      shadow: half * 0.8,
    },
    (ctx) => {
      ctx.fillStyle = '#c79a4e';
      ctx.beginPath();
      ctx.ellipse(0, -height * 0.58, half * 1.12, height * 0.54, 0, 0, Math.PI * 2);
      ctx.fill();
      const glass = ctx.createLinearGradient(-half, -height, half, 0);
      glass.addColorStop(0, stage.light.sky[3]);
      glass.addColorStop(0.5, stage.light.sky[1]);
      glass.addColorStop(1, stage.light.sky[2]);
      ctx.fillStyle = glass;
      ctx.beginPath();
      ctx.ellipse(0, -height * 0.58, half * 0.94, height * 0.47, 0, 0, Math.PI * 2);
      ctx.fill();
      ctx.save();
      ctx.clip();
      ctx.fillStyle = alpha('#ffffff', 0.25);
      polygon(ctx, [
        [-half, -height * 0.5],
        [half * 0.2, -height * 1.1],
        [half * 0.6, -height * 1.1],
        [-half, -height * 0.3],
      ]);
      ctx.fill();
      ctx.restore();
      box(ctx, -half * 0.5, -height * 0.06, half, height * 0.06, '#7a5a30', 3);
    },
  );
}

export function paintPiano(stage: Stage, spot: Spot): void {
  const half = spot.size * 0.62;
  const height = spot.size * 0.72;
  paintLit(
    stage,
    { x: spot.x, y: spot.y, left: half * 1.15, right: half * 1.15, up: height * 1.15, depth: spot.depth, shadow: half },
    (ctx) => {
      box(ctx, -half, -height, half * 2, height * 0.97, '#3a2620', 6);
      box(ctx, -half * 1.05, -height * 1.04, half * 2.1, height * 0.07, '#54382e', 4);
      box(ctx, -half * 1.06, -height * 0.56, half * 2.12, height * 0.14, '#54382e', 4);
      box(ctx, -half * 0.94, -height * 0.55, half * 1.88, height * 0.07, '#f6f1e4');
      for (let key = 0; key < 22; key++)
        if (![2, 6].includes(key % 7))
          box(ctx, -half * 0.9 + key * half * 0.083, -height * 0.55, half * 0.04, height * 0.042, '#1c1614');
      box(ctx, -half * 0.4, -height * 0.92, half * 0.8, height * 0.3, '#efe6d2', 2);
    },
  );
}
