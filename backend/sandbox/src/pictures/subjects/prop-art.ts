import type { SKRSContext2D } from '@napi-rs/canvas';
import { alpha } from '../colour';
import { blob, limb, polygon, softEllipse } from '../brush';
import type { Subject } from '../brief';
import { box } from '../brush';

export type PropArt = (ctx: SKRSContext2D, size: number) => void;

/** Each function draws its prop standing or lying on (0, 0), about `size` tall. */
export const ART = {
  lantern: (ctx, s) => {
    ctx.strokeStyle = '#3a2f2a';
    ctx.lineWidth = s * 0.05;
    ctx.beginPath();
    ctx.arc(0, -s * 0.86, s * 0.2, Math.PI, 0);
    ctx.stroke();
    box(ctx, -s * 0.26, -s * 0.84, s * 0.52, s * 0.12, '#4a3a30', s * 0.04);
    box(ctx, -s * 0.22, -s * 0.72, s * 0.44, s * 0.56, '#ffe3a0', s * 0.05);
    softEllipse(ctx, 0, -s * 0.4, s * 0.17, s * 0.27, '#ffffff', 0.95, 0.2);
    for (const x of [-0.24, -0.03, 0.18]) box(ctx, x * s, -s * 0.74, s * 0.055, s * 0.6, '#4a3a30');
    box(ctx, -s * 0.28, -s * 0.17, s * 0.56, s * 0.17, '#4a3a30', s * 0.04);
  },
  book: (ctx, s) => {
    for (const side of [-1, 1]) {
      ctx.beginPath();
      ctx.moveTo(0, -s * 0.1);
      ctx.quadraticCurveTo(side * s * 0.35, -s * 0.42, side * s * 0.85, -s * 0.24);
      ctx.lineTo(side * s * 0.85, s * 0.02);
      ctx.quadraticCurveTo(side * s * 0.35, -s * 0.14, 0, s * 0.06);
      ctx.fillStyle = side < 0 ? '#f6edd8' : '#e9dcc0';
      ctx.fill();
      ctx.strokeStyle = alpha('#5b4a3a', 0.5);
      ctx.lineWidth = s * 0.018;
      for (let line = 0; line < 4; line++) {
        ctx.beginPath();
        ctx.moveTo(side * s * 0.14, -s * 0.16 + line * s * 0.045);
        ctx.quadraticCurveTo(
          side * s * 0.4,
          -s * 0.33 + line * s * 0.045,
          side * s * 0.74,
          -s * 0.2 + line * s * 0.045,
        );
        ctx.stroke();
      }
    }
    limb(ctx, [-s * 0.86, s * 0.04], [0, s * 0.12], [s * 0.86, s * 0.04], s * 0.06, s * 0.06, '#8c3b34');
  },
  letter: (ctx, s) => {
    ctx.save();
    ctx.rotate(-0.12);
    box(ctx, -s * 0.62, -s * 0.84, s * 1.24, s * 0.84, '#f4ead3', s * 0.03);
    ctx.strokeStyle = '#b9a681';
    ctx.lineWidth = s * 0.025;
    ctx.beginPath();
    ctx.moveTo(-s * 0.6, -s * 0.8);
    ctx.lineTo(0, -s * 0.36);
    ctx.lineTo(s * 0.6, -s * 0.8);
    ctx.stroke();
    ctx.fillStyle = '#a8332e';
    ctx.beginPath();
    ctx.arc(0, -s * 0.37, s * 0.12, 0, Math.PI * 2);
    ctx.fill();
    ctx.restore();
  },
  key: (ctx, s) => {
    ctx.save();
    ctx.rotate(0.5);
    ctx.strokeStyle = '#d9ac4d';
    ctx.lineWidth = s * 0.1;
    ctx.beginPath();
    ctx.arc(0, -s * 0.75, s * 0.2, 0, Math.PI * 2);
    ctx.stroke();
    box(ctx, -s * 0.05, -s * 0.56, s * 0.1, s * 0.6, '#d9ac4d');
    box(ctx, 0, -s * 0.16, s * 0.2, s * 0.08, '#d9ac4d');
    box(ctx, 0, -s * 0.02, s * 0.15, s * 0.08, '#d9ac4d');
    ctx.restore();
  },
  bell: (ctx, s) => {
    ctx.beginPath();
    ctx.moveTo(-s * 0.5, -s * 0.12);
    ctx.quadraticCurveTo(-s * 0.3, -s * 0.4, -s * 0.28, -s * 0.66);
    ctx.quadraticCurveTo(-s * 0.2, -s, 0, -s);
    ctx.quadraticCurveTo(s * 0.2, -s, s * 0.28, -s * 0.66);
    ctx.quadraticCurveTo(s * 0.3, -s * 0.4, s * 0.5, -s * 0.12);
    ctx.fillStyle = '#d2a345';
    ctx.fill();
    box(ctx, -s * 0.52, -s * 0.14, s * 1.04, s * 0.07, '#a87b2e', s * 0.03);
    ctx.fillStyle = '#6f4f1d';
    ctx.beginPath();
    ctx.arc(0, -s * 0.04, s * 0.09, 0, Math.PI * 2);
    ctx.fill();
    softEllipse(ctx, -s * 0.13, -s * 0.6, s * 0.08, s * 0.26, '#fff3c9', 0.8, 0);
  },
  cup: (ctx, s) => {
    ctx.strokeStyle = '#d9e0e4';
    ctx.lineWidth = s * 0.1;
    ctx.beginPath();
    ctx.arc(s * 0.42, -s * 0.36, s * 0.17, -1.5, 1.5);
    ctx.stroke();
    box(ctx, -s * 0.4, -s * 0.68, s * 0.8, s * 0.66, '#e8eef0', s * 0.16);
    ctx.fillStyle = '#5a3826';
    ctx.beginPath();
    ctx.ellipse(0, -s * 0.66, s * 0.36, s * 0.1, 0, 0, Math.PI * 2);
    ctx.fill();
    for (const x of [-0.14, 0.1])
      limb(
        ctx,
        [x * s, -s * 0.76],
        [(x + 0.1) * s, -s * 0.92],
        [(x - 0.02) * s, -s * 1.12],
        s * 0.05,
        s * 0.015,
        'rgba(255,255,255,0.5)',
      );
  },
  box: (ctx, s) => {
    box(ctx, -s * 0.62, -s * 0.6, s * 1.24, s * 0.6, '#80522f', s * 0.04);
    ctx.beginPath();
    ctx.moveTo(-s * 0.65, -s * 0.56);
    ctx.quadraticCurveTo(0, -s * 1.16, s * 0.65, -s * 0.56);
    ctx.fillStyle = '#96653b';
    ctx.fill();
    for (const x of [-0.46, 0.36]) box(ctx, x * s, -s * 0.78, s * 0.1, s * 0.78, '#c79a4e');
    box(ctx, -s * 0.09, -s * 0.66, s * 0.18, s * 0.2, '#e2bd62', s * 0.03);
  },
  bottle: (ctx, s) => {
    box(ctx, -s * 0.08, -s, s * 0.16, s * 0.4, '#5f8f86');
    box(ctx, -s * 0.22, -s * 0.68, s * 0.44, s * 0.68, '#5f8f86', s * 0.14);
    box(ctx, -s * 0.09, -s * 1.08, s * 0.18, s * 0.12, '#b98a57');
    box(ctx, -s * 0.12, -s * 0.52, s * 0.22, s * 0.36, '#f1e4c3', s * 0.04);
    softEllipse(ctx, -s * 0.13, -s * 0.4, s * 0.05, s * 0.22, '#ffffff', 0.7, 0);
  },
  map: (ctx, s) => {
    polygon(ctx, [
      [-s, -s * 0.05],
      [-s * 0.7, -s * 0.62],
      [s * 0.74, -s * 0.66],
      [s, -s * 0.02],
    ]);
    ctx.fillStyle = '#e9d5a6';
    ctx.fill();
    blob(ctx, [
      [-s * 0.5, -s * 0.2],
      [-s * 0.35, -s * 0.5],
      [s * 0.1, -s * 0.46],
      [s * 0.2, -s * 0.2],
      [-s * 0.1, -s * 0.12],
    ]);
    ctx.fillStyle = '#a8b98a';
    ctx.fill();
    ctx.strokeStyle = '#a8332e';
    ctx.lineWidth = s * 0.03;
    ctx.setLineDash([s * 0.08, s * 0.06]);
    ctx.beginPath();
    ctx.moveTo(-s * 0.4, -s * 0.25);
    ctx.quadraticCurveTo(s * 0.2, -s * 0.6, s * 0.5, -s * 0.25);
    ctx.stroke();
    ctx.setLineDash([]);
  },
  rope: (ctx, s) => {
    ctx.strokeStyle = '#c4a06a';
    ctx.lineWidth = s * 0.14;
    for (const [y, r] of [
      [-0.1, 0.5],
      [-0.22, 0.46],
      [-0.34, 0.4],
    ] as const) {
      ctx.beginPath();
      ctx.ellipse(0, y * s, r * s, r * s * 0.34, 0, 0, Math.PI * 2);
      ctx.stroke();
    }
  },
  umbrella: (ctx, s) => {
    box(ctx, -s * 0.02, -s * 0.8, s * 0.04, s * 0.8, '#3a2f2a');
    ctx.beginPath();
    ctx.moveTo(-s * 0.62, -s * 0.6);
    ctx.quadraticCurveTo(-s * 0.5, -s * 1.06, 0, -s * 1.06);
    ctx.quadraticCurveTo(s * 0.5, -s * 1.06, s * 0.62, -s * 0.6);
    ctx.quadraticCurveTo(s * 0.42, -s * 0.7, s * 0.22, -s * 0.6);
    ctx.quadraticCurveTo(0, -s * 0.7, -s * 0.22, -s * 0.6);
    ctx.quadraticCurveTo(-s * 0.42, -s * 0.7, -s * 0.62, -s * 0.6);
    ctx.fillStyle = '#c0433c';
    ctx.fill();
  },
  flower: (ctx, s) => {
    for (const [x, tall, colour] of [
      [-0.22, 0.86, '#e2695c'],
      [0.02, 1, '#f2c14e'],
      [0.24, 0.8, '#d982b8'],
    ] as const) {
      limb(ctx, [0, 0], [x * s * 0.4, -tall * s * 0.5], [x * s, -tall * s], s * 0.05, s * 0.03, '#4f7a4a');
      for (let petal = 0; petal < 6; petal++) {
        const angle = (petal / 6) * Math.PI * 2;
        softEllipse(
          ctx,
          x * s + Math.cos(angle) * s * 0.09,
          -tall * s + Math.sin(angle) * s * 0.09,
          s * 0.08,
          s * 0.08,
          colour,
          1,
          0.8,
        );
      }
      softEllipse(ctx, x * s, -tall * s, s * 0.06, s * 0.06, '#6b4a1f', 1, 0.8);
    }
  },
  kite: (ctx, s) => {
    polygon(ctx, [
      [0, -s],
      [s * 0.36, -s * 0.55],
      [0, 0],
      [-s * 0.36, -s * 0.55],
    ]);
    ctx.fillStyle = '#d9573f';
    ctx.fill();
    polygon(ctx, [
      [0, -s],
      [s * 0.36, -s * 0.55],
      [0, -s * 0.55],
    ]);
    ctx.fillStyle = '#f2c35a';
    ctx.fill();
    limb(ctx, [0, 0], [s * 0.3, s * 0.3], [s * 0.1, s * 0.7], s * 0.02, s * 0.02, '#3a2f2a');
  },
  robot: (ctx, s) => {
    box(ctx, -s * 0.02, -s * 1.06, s * 0.04, s * 0.14, '#59636e');
    box(ctx, -s * 0.2, -s * 0.95, s * 0.4, s * 0.28, '#a9b6c0', s * 0.06);
    for (const x of [-0.1, 0.08]) softEllipse(ctx, x * s, -s * 0.82, s * 0.055, s * 0.055, '#7fe3ff', 1, 0.6);
    box(ctx, -s * 0.26, -s * 0.65, s * 0.52, s * 0.42, '#8d9ba7', s * 0.06);
    box(ctx, -s * 0.12, -s * 0.55, s * 0.24, s * 0.16, '#4f5b66', s * 0.03);
    for (const x of [-0.36, 0.28]) box(ctx, x * s, -s * 0.62, s * 0.08, s * 0.36, '#76838e', s * 0.04);
    for (const x of [-0.18, 0.06]) box(ctx, x * s, -s * 0.23, s * 0.12, s * 0.23, '#76838e', s * 0.03);
  },
  pot: (ctx, s) => {
    ctx.strokeStyle = '#8f979e';
    ctx.lineWidth = s * 0.09;
    ctx.beginPath();
    ctx.arc(-s * 0.42, -s * 0.46, s * 0.22, 1.2, 5);
    ctx.stroke();
    blob(ctx, [
      [-s * 0.42, 0],
      [-s * 0.46, -s * 0.4],
      [-s * 0.26, -s * 0.88],
      [s * 0.24, -s * 0.88],
      [s * 0.44, -s * 0.4],
      [s * 0.4, 0],
    ]);
    ctx.fillStyle = '#b9c2c8';
    ctx.fill();
    limb(ctx, [s * 0.3, -s * 0.4], [s * 0.5, -s * 0.5], [s * 0.66, -s * 0.82], s * 0.18, s * 0.09, '#a9b2b8');
    box(ctx, -s * 0.28, -s * 0.95, s * 0.54, s * 0.1, '#7f878e', s * 0.04);
    box(ctx, -s * 0.06, -s * 1.06, s * 0.12, s * 0.13, '#3a3236', s * 0.05);
    softEllipse(ctx, -s * 0.2, -s * 0.46, s * 0.1, s * 0.32, '#ffffff', 0.75, 0);
  },
  gate: (ctx, s) => {
    for (const x of [-0.52, 0.52]) box(ctx, x * s - s * 0.06, -s * 1.02, s * 0.12, s * 1.02, '#7c6148', s * 0.03);
    for (let bar = 0; bar < 6; bar++)
      box(ctx, -s * 0.42 + bar * s * 0.155, -s * 0.9, s * 0.08, s * 0.86, '#9c7c5a', s * 0.03);
    for (const y of [-0.72, -0.26]) box(ctx, -s * 0.46, y * s, s * 0.92, s * 0.07, '#8a6b4c');
    limb(ctx, [-s * 0.42, -s * 0.24], [0, -s * 0.45], [s * 0.42, -s * 0.7], s * 0.06, s * 0.06, '#8a6b4c');
  },
  wheelbarrow: (ctx, s) => {
    limb(ctx, [-s * 1.1, -s * 0.62], [-s * 0.2, -s * 0.4], [s * 0.86, -s * 0.24], s * 0.08, s * 0.07, '#7c5a3d');
    limb(ctx, [-s * 0.42, -s * 0.4], [-s * 0.46, -s * 0.2], [-s * 0.5, 0], s * 0.08, s * 0.07, '#5d4330');
    polygon(ctx, [
      [-s * 0.72, -s * 0.9],
      [s * 0.78, -s * 0.8],
      [s * 0.5, -s * 0.3],
      [-s * 0.46, -s * 0.4],
    ]);
    ctx.fillStyle = '#5f8a72';
    ctx.fill();
    box(ctx, -s * 0.76, -s * 0.95, s * 1.58, s * 0.1, '#4a6f5b', s * 0.04);
    ctx.strokeStyle = '#3d3532';
    ctx.lineWidth = s * 0.09;
    ctx.beginPath();
    ctx.arc(s * 0.8, -s * 0.24, s * 0.2, 0, Math.PI * 2);
    ctx.stroke();
  },
  sled: (ctx, s) => {
    ctx.strokeStyle = '#8a4a3a';
    ctx.lineWidth = s * 0.12;
    ctx.lineCap = 'round';
    ctx.beginPath();
    ctx.moveTo(-s * 1.2, -s * 0.08);
    ctx.lineTo(s * 0.8, -s * 0.08);
    ctx.quadraticCurveTo(s * 1.3, -s * 0.1, s * 1.2, -s * 0.6);
    ctx.stroke();
    for (const x of [-0.8, 0, 0.7]) box(ctx, x * s, -s * 0.44, s * 0.1, s * 0.36, '#6b4a34');
    box(ctx, -s * 1.15, -s * 0.56, s * 2.1, s * 0.14, '#b98a5a', s * 0.05);
    box(ctx, -s * 0.9, -s * 1.05, s * 1.1, s * 0.5, '#5d6f86', s * 0.12);
  },
  bench: (ctx, s) => {
    for (const x of [-0.86, 0.78]) box(ctx, x * s, -s * 0.98, s * 0.1, s * 0.98, '#3d3a3c', s * 0.03);
    for (const y of [-0.96, -0.76, -0.5]) box(ctx, -s, y * s, s * 2, s * 0.13, '#96704a', s * 0.04);
    box(ctx, -s * 1.04, -s * 0.42, s * 2.08, s * 0.1, '#7d5a3a', s * 0.04);
  },
  basket: (ctx, s) => {
    ctx.strokeStyle = '#8a6238';
    ctx.lineWidth = s * 0.08;
    ctx.beginPath();
    ctx.ellipse(0, -s * 0.5, s * 0.44, s * 0.5, 0, Math.PI, 0);
    ctx.stroke();
    polygon(ctx, [
      [-s * 0.6, -s * 0.52],
      [s * 0.6, -s * 0.52],
      [s * 0.42, 0],
      [-s * 0.42, 0],
    ]);
    ctx.fillStyle = '#b5854c';
    ctx.fill();
    for (let row = 0; row < 3; row++)
      box(ctx, -s * 0.56 + row * s * 0.04, -s * 0.46 + row * s * 0.16, s * 1.12 - row * s * 0.08, s * 0.05, '#8f6736');
    for (const [x, colour] of [
      [-0.28, '#c4473a'],
      [0.02, '#dfb04a'],
      [0.3, '#a63a3a'],
    ] as const) {
      ctx.fillStyle = colour;
      ctx.beginPath();
      ctx.arc(x * s, -s * 0.58, s * 0.16, 0, Math.PI * 2);
      ctx.fill();
    }
    box(ctx, -s * 0.64, -s * 0.56, s * 1.28, s * 0.1, '#9c7240', s * 0.04);
  },
} as const satisfies Partial<Record<Subject, PropArt>>;
