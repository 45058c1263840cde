import { alpha } from '../colour';
import { glow, polygon } from '../brush';
import { LAMP_LIGHT } from '../palette';
import type { Spot, Stage } from '../stage';
import { paintLit } from './lit-layer';
import { fillPolygon } from '../brush';

/** Seven to eight people tall; by dusk and night its lamp throws a beam. */
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
