import { alpha } from '../colour';
import { glow, lampLight, polygon, softEllipse, verticalGradient } from '../brush';
import { shade } from '../palette';
import type { Ground, Stage } from '../stage';
import { paintWindowView } from './window-view';

/** Paints the top of a lighthouse: glass all round, the great lens in the middle, the sea below. */
export function paintLampRoom(stage: Stage): Ground {
  const { ctx, width, height, light, figure } = stage;
  const sill = figure.y - figure.size * 0.5;
  paintWindowView(
    { ...stage, brief: { ...stage.brief, view: 'sea' } },
    { x: 0, y: 60, width, height: sill - 60 },
    false,
  );
  ctx.fillStyle = verticalGradient(ctx, 0, 150, [
    [0, shade(light, '#3d3330', 0, -0.4)],
    [1, shade(light, '#6b4a40', 0, -0.1)],
  ]);
  polygon(ctx, [
    [0, 0],
    [width, 0],
    [width, 150],
    [width / 2, 110],
    [0, 150],
  ]);
  ctx.fill();
  ctx.fillStyle = shade(light, '#33353d', 0, -0.2);
  for (const share of [0.02, 0.2, 0.4, 0.6, 0.8, 0.98]) ctx.fillRect(width * share - 6, 110, 12, sill - 100);
  ctx.fillRect(0, 120 + (sill - 120) * 0.48, width, 8);
  ctx.fillStyle = verticalGradient(ctx, sill, height, [
    [0, shade(light, '#8d8a84', 0, 0.1)],
    [0.22, shade(light, '#6d6a66', 0, -0.2)],
    [0.24, shade(light, '#7d5f47', 0, 0.1)],
    [1, shade(light, '#3d2d22', 0, -0.4)],
  ]);
  ctx.fillRect(0, sill, width, height - sill);
  ctx.fillStyle = shade(light, '#b7b2a8', 0, 0.3);
  ctx.fillRect(0, sill - 8, width, 16);
  paintLens(stage, width * (stage.crewX < 0.5 ? 0.68 : 0.32), sill + figure.size * 0.22);
  return {
    land: [],
    water: [],
    surface: [{ x: width * (stage.crewX < 0.5 ? 0.14 : 0.86), y: sill - 8, size: figure.size, depth: 0 }],
  };
}

function paintLens({ ctx, light, figure }: Stage, x: number, base: number): void {
  const size = Math.min(figure.size, 400);
  const tall = size * 0.95;
  const half = size * 0.24;
  const lit = light.night > 0.25;
  ctx.fillStyle = shade(light, '#4d5358', 0, -0.1);
  polygon(ctx, [
    [x - half * 0.5, base - tall * 0.25],
    [x + half * 0.5, base - tall * 0.25],
    [x + half * 0.8, base],
    [x - half * 0.8, base],
  ]);
  ctx.fill();
  ctx.fillStyle = shade(light, '#b08a4c', 0, 0.4);
  ctx.fillRect(x - half * 1.05, base - tall * 0.3, half * 2.1, tall * 0.07);
  const glass = ctx.createLinearGradient(x - half, 0, x + half, 0);
  glass.addColorStop(0, lit ? '#ffe6a6' : '#a9c9cf');
  glass.addColorStop(0.5, lit ? '#fffbe8' : '#e6f2f2');
  glass.addColorStop(1, lit ? '#f5c878' : '#8fb3bc');
  ctx.beginPath();
  ctx.ellipse(x, base - tall * 0.72, half, tall * 0.46, 0, 0, Math.PI * 2);
  ctx.fillStyle = glass;
  ctx.fill();
  ctx.save();
  ctx.clip();
  ctx.strokeStyle = alpha(lit ? '#9a6524' : '#4a6f7a', 0.7);
  ctx.lineWidth = 3.5;
  for (let band = 0; band < 13; band++) {
    const y = base - tall * 1.18 + (band / 12) * tall * 0.92;
    ctx.beginPath();
    ctx.ellipse(x, y, half * 1.05, 9, 0, 0, Math.PI);
    ctx.stroke();
  }
  for (const share of [-0.5, 0.5]) {
    ctx.beginPath();
    ctx.ellipse(x, base - tall * 0.72, half * Math.abs(share), tall * 0.46, 0, 0, Math.PI * 2);
    ctx.stroke();
  }
  softEllipse(ctx, x, base - tall * 0.72, half * 0.4, half * 0.4, '#ffffff', 0.95, 0.3);
  ctx.restore();
  ctx.fillStyle = shade(light, '#b08a4c', 0, 0.4);
  ctx.fillRect(x - half * 0.6, base - tall * 1.22, half * 1.2, tall * 0.06);
  if (!lit) return;
  glow(ctx, x, base - tall * 0.72, tall * 1.6, '#ffdf9a', 0.5);
  lampLight(ctx, x, base - tall * 0.6, tall * 2.2, '#ffd58a', 0.75);
  glow(ctx, x, base - tall * 0.72, half * 1.2, '#ffffff', 0.7);
}
