import type { SKRSContext2D } from '@napi-rs/canvas';
import { alpha, darken, lighten } from '../colour';
import { blob, glow, type Point, polygon, softEllipse } from '../brush';
import { LAMP_LIGHT } from '../palette';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';

const fillPolygon = (ctx: SKRSContext2D, points: readonly Point[], fill: string): void => {
  polygon(ctx, points);
  ctx.fillStyle = fill;
  ctx.fill();
};

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

/** What the hull disturbs and mirrors. */
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

/** A rowing boat with a lantern by night, or a small sailing boat further out. */
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

/** A three-master under sail. */
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

/** A steam engine with carriages running out of the picture. */
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
