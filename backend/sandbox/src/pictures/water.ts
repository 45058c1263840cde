import { alpha, darken, lighten, mix } from './colour';
import { verticalGradient } from './brush';
import type { Stage } from './stage';

export interface WaterOptions {
  top: number;
  bottom: number;
  /** 0 is a mirror, 1 a heavy sea. */
  swell: number;
  left?: number;
  right?: number;
}

/**
 * Paints open water: the sky's colours upside down, rows of waves that grow towards the camera, and the path of light.
 */
export function paintWater(stage: Stage, options: WaterOptions): void {
  const { ctx, light, width } = stage;
  const { top, bottom, left = 0, right = width } = options;
  const [, upper, lower, rim] = light.sky;
  const deep = darken(mix(upper, '#0e5a78', light.night > 0.6 ? 0.25 : 0.45), light.night > 0.6 ? 0.35 : 0.22);
  ctx.fillStyle = verticalGradient(ctx, top, bottom, [
    [0, mix(rim, lower, 0.4)],
    [0.12, mix(lower, deep, 0.45)],
    [0.5, mix(upper, deep, 0.7)],
    [1, darken(deep, 0.3)],
  ]);
  ctx.fillRect(left, top, right - left, bottom - top);
  paintWaves(stage, options);
  if (stage.body.visible) paintLightPath(stage, options);
}

function paintWaves(
  { ctx, light, width, random }: Stage,
  { top, bottom, swell, left = 0, right = width }: WaterOptions,
): void {
  const waves = random.fork('waves');
  const crest = lighten(mix(light.sky[2], light.key, 0.35), 0.15);
  const trough = darken(light.sky[1], 0.45);
  const rows = 46;
  for (let row = 0; row < rows; row++) {
    const near = Math.pow(row / rows, 1.7);
    const y = top + 2 + near * (bottom - top);
    const length = 18 + near * 190;
    const count = Math.ceil((right - left) / length) + 3;
    for (let index = 0; index < count; index++) {
      const x = left + waves.range(-0.1, 1.1) * (right - left);
      const half = length * waves.range(0.3, 1) * 0.5;
      const lift = (1 + near * 13 * swell) * waves.range(0.4, 1.1);
      const jitter = waves.range(-1, 1) * (2 + near * 12);
      ctx.fillStyle = alpha(waves.chance(0.45) ? crest : trough, (0.1 + near * 0.16) * waves.range(0.4, 1));
      ctx.beginPath();
      ctx.moveTo(x - half, y + jitter);
      ctx.quadraticCurveTo(x - half * 0.2, y + jitter - lift, x + half, y + jitter);
      ctx.quadraticCurveTo(x, y + jitter + lift * 0.35, x - half, y + jitter);
      ctx.fill();
      if (swell > 0.6 && near > 0.12 && waves.chance(0.07))
        paintFoam(ctx, waves.range(0.3, 0.6), x, y + jitter - lift * 0.5, half);
    }
  }
}

function paintFoam(ctx: Stage['ctx'], opacity: number, x: number, y: number, half: number): void {
  ctx.strokeStyle = alpha('#f4f8fa', opacity);
  ctx.lineWidth = Math.max(1, half * 0.045);
  ctx.beginPath();
  ctx.moveTo(x - half * 0.7, y + 3);
  ctx.quadraticCurveTo(x - half * 0.1, y - half * 0.1, x + half * 0.6, y + 2);
  ctx.stroke();
}

function paintLightPath({ ctx, light, body, random }: Stage, { top, bottom }: WaterOptions): void {
  const path = random.fork('light path');
  const shine = lighten(light.key, 0.3);
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  for (let index = 0; index < 170; index++) {
    const near = Math.pow(path.next(), 1.5);
    const y = top + 1 + near * (bottom - top);
    const spread = (body.radius * 0.7 + near * 130) * (path.next() + path.next() - 1);
    const half = (3 + near * 40) * path.range(0.4, 1);
    ctx.fillStyle = alpha(shine, (0.75 - near * 0.5) * light.keyStrength * path.range(0.3, 1));
    ctx.beginPath();
    ctx.ellipse(body.x + spread, y, half, 0.8 + near * 3.2, 0, 0, Math.PI * 2);
    ctx.fill();
  }
  ctx.restore();
}
