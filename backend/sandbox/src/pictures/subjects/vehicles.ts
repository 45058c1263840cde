import type { SKRSContext2D } from '@napi-rs/canvas';
import { blob, glow, softEllipse } from '../brush';
import { LAMP_LIGHT } from '../palette';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { fillPolygon } from '../brush';

const wheel = (ctx: SKRSContext2D, x: number, y: number, radius: number): void => {
  ctx.fillStyle = '#22222a';
  ctx.beginPath();
  ctx.arc(x, y, radius, 0, Math.PI * 2);
  ctx.fill();
  ctx.fillStyle = '#8b8f98';
  ctx.beginPath();
  ctx.arc(x, y, radius * 0.45, 0, Math.PI * 2);
  ctx.fill();
};

/** Paints a steam engine with carriages that continue beyond the image's edge. */
export function paintTrain(stage: Stage, spot: Spot): void {
  const size = spot.size * 1.25;
  const length = stage.width * 1.1;
  const facing = spot.x < stage.width / 2 ? 1 : -1;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: length,
      right: size * 2.6,
      up: size * 2.2,
      down: size * 0.1,
      depth: spot.depth,
      shadow: 0,
      facing,
      ambient: 0.85,
    },
    (ctx) => {
      for (let car = 0; car < 3; car++) {
        const x = -size * (1.2 + car * 3.1);
        ctx.fillStyle = '#7a2f35';
        ctx.beginPath();
        ctx.roundRect(x - size * 2.9, -size * 1.35, size * 2.85, size * 1.12, size * 0.12);
        ctx.fill();
        ctx.fillStyle = '#d9c08a';
        ctx.fillRect(x - size * 2.9, -size * 0.62, size * 2.85, size * 0.06);
        ctx.fillStyle = stage.light.night > 0.3 ? LAMP_LIGHT : '#a9c2cf';
        for (let index = 0; index < 5; index++)
          ctx.fillRect(x - size * 2.68 + index * size * 0.54, -size * 1.14, size * 0.34, size * 0.4);
        for (const dx of [-2.4, -1.9, -0.9, -0.4]) wheel(ctx, x + dx * size, -size * 0.16, size * 0.17);
      }
      ctx.fillStyle = '#27303a';
      ctx.fillRect(-size * 1.15, -size * 1.55, size * 0.85, size * 1.35);
      ctx.fillRect(-size * 1.3, -size * 1.62, size * 1.1, size * 0.1);
      ctx.beginPath();
      ctx.roundRect(-size * 0.4, -size * 1.2, size * 2.05, size * 0.86, size * 0.4);
      ctx.fill();
      fillPolygon(
        ctx,
        [
          [size * 1.05, -size * 1.15],
          [size * 0.98, -size * 1.72],
          [size * 1.44, -size * 1.72],
          [size * 1.36, -size * 1.15],
        ],
        '#1d242c',
      );
      ctx.fillStyle = '#c9a04e';
      ctx.fillRect(size * 0.35, -size * 1.22, size * 0.07, size * 0.9);
      ctx.fillStyle = '#a9c2cf';
      ctx.fillRect(-size * 1, -size * 1.4, size * 0.5, size * 0.42);
      fillPolygon(
        ctx,
        [
          [size * 1.6, -size * 0.35],
          [size * 2.05, -size * 0.04],
          [size * 1.3, -size * 0.04],
        ],
        '#8a3a32',
      );
      for (const [x, radius] of [
        [-0.75, 0.26],
        [0, 0.34],
        [0.72, 0.34],
        [1.35, 0.22],
      ] as const)
        wheel(ctx, x * size, -radius * size, radius * size);
    },
  );
  const smoke = stage.random.fork('smoke');
  for (let puff = 0; puff < 15; puff++) {
    const t = puff / 15;
    softEllipse(
      stage.ctx,
      spot.x + facing * size * (1.2 - t * 4.6),
      spot.y - size * (1.9 + t * 1.5) + smoke.range(-10, 10),
      size * (0.26 + t * 0.75),
      size * (0.2 + t * 0.5),
      stage.light.cloudLight,
      0.5 * (1 - t),
      0.15,
    );
  }
  glow(
    stage.ctx,
    spot.x + facing * size * 1.66,
    spot.y - size * 0.8,
    size * 1.1,
    LAMP_LIGHT,
    0.4 + stage.light.night * 0.5,
  );
}

export function paintCar(stage: Stage, spot: Spot): void {
  const half = spot.size * 1.05;
  const paint = stage.random.fork('car').pick(['#b5483c', '#3f6d8c', '#d6a545', '#5d7f5f']);
  const facing = stage.random.fork('car way').sign();
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: half * 1.2,
      right: half * 1.2,
      up: half * 1.2,
      down: half * 0.06,
      depth: spot.depth,
      shadow: half,
      facing,
    },
    (ctx) => {
      blob(ctx, [
        [-half * 1.12, -half * 0.2],
        [-half * 1.12, -half * 0.62],
        [-half * 0.62, -half * 0.72],
        [-half * 0.4, -half * 1.12],
        [half * 0.32, -half * 1.12],
        [half * 0.6, -half * 0.68],
        [half * 1.12, -half * 0.58],
        [half * 1.14, -half * 0.18],
      ]);
      ctx.fillStyle = paint;
      ctx.fill();
      ctx.fillStyle = '#b7d0da';
      ctx.beginPath();
      ctx.roundRect(-half * 0.36, -half * 0.99, half * 0.32, half * 0.3, half * 0.06);
      ctx.roundRect(half * 0.03, -half * 0.99, half * 0.34, half * 0.3, half * 0.06);
      ctx.fill();
      wheel(ctx, -half * 0.62, -half * 0.2, half * 0.22);
      wheel(ctx, half * 0.62, -half * 0.2, half * 0.22);
    },
  );
  if (stage.light.night > 0.3)
    glow(stage.ctx, spot.x + facing * half * 1.15, spot.y - half * 0.42, half * 1.1, LAMP_LIGHT, 0.8);
}

export function paintBicycle(stage: Stage, spot: Spot): void {
  const size = spot.size * 0.34;
  paintLit(
    stage,
    {
      x: spot.x,
      y: spot.y,
      left: size * 2.2,
      right: size * 2.2,
      up: size * 2.8,
      depth: spot.depth,
      shadow: size * 1.6,
    },
    (ctx) => {
      ctx.strokeStyle = '#23252c';
      ctx.lineWidth = size * 0.09;
      for (const x of [-1.15, 1.15]) {
        ctx.beginPath();
        ctx.arc(x * size, -size * 0.95, size * 0.9, 0, Math.PI * 2);
        ctx.stroke();
      }
      ctx.strokeStyle = '#c0483c';
      ctx.lineWidth = size * 0.14;
      ctx.beginPath();
      ctx.moveTo(-size * 1.15, -size * 0.95);
      ctx.lineTo(-size * 0.35, -size * 1.9);
      ctx.lineTo(size * 0.75, -size * 1.95);
      ctx.lineTo(0, -size * 0.9);
      ctx.lineTo(-size * 1.15, -size * 0.95);
      ctx.moveTo(-size * 0.45, -size * 2.15);
      ctx.lineTo(0, -size * 0.9);
      ctx.moveTo(size * 1.15, -size * 0.95);
      ctx.lineTo(size * 0.68, -size * 2.4);
      ctx.lineTo(size * 1.05, -size * 2.5);
      ctx.stroke();
      ctx.fillStyle = '#3a2a22';
      ctx.fillRect(-size * 0.75, -size * 2.3, size * 0.6, size * 0.16);
    },
  );
}
