import type { Canvas, SKRSContext2D } from '@napi-rs/canvas';
import { alpha, lighten } from '../colour';
import { softEllipse } from '../brush';
import { layer, lightSide, type Stage } from '../stage';

export interface LitOptions {
  /** Target position of the drawing's own origin (feet, keel). */
  x: number;
  y: number;
  /** Space that the drawing needs around its origin. */
  left: number;
  right: number;
  up: number;
  down?: number;
  /** 0 near, 1 far. */
  depth: number;
  /** Width of the shadow on the ground; 0 for things that float or fly. */
  shadow: number;
  /** -1 mirrors the drawing. */
  facing?: 1 | -1;
  /** Share of the scene's ambient light; less for things that glow themselves. */
  ambient?: number;
}

/**
 * Draws a subject in its own plain colours on a layer, lights the layer like the scene (ambient, key from the side,
 * haze by depth), and puts it into the image with its shadow. The shared light makes separate drawings fit together.
 */
export function paintLit(stage: Stage, options: LitOptions, draw: (ctx: SKRSContext2D) => void): void {
  const { ctx, light } = stage;
  const { left, up, depth, facing = 1, down = 6, ambient = 1 } = options;
  const width = left + options.right;
  const height = up + down;
  const sheet = layer(width, height);
  sheet.ctx.save();
  sheet.ctx.translate(facing === 1 ? left : options.right, up);
  sheet.ctx.scale(facing, 1);
  draw(sheet.ctx);
  sheet.ctx.restore();
  const side = lightSide(stage);
  const paint = sheet.ctx;
  paint.globalCompositeOperation = 'source-atop';
  paint.fillStyle = alpha(light.sky[0], (0.1 + light.night * 0.36) * ambient);
  paint.fillRect(0, 0, width, height);
  const key = paint.createLinearGradient(side > 0 ? width : 0, 0, side > 0 ? 0 : width, height * 0.35);
  key.addColorStop(0, alpha(lighten(light.key, 0.1), 0.6 * light.keyStrength));
  key.addColorStop(0.35, alpha(light.key, 0.12 * light.keyStrength));
  key.addColorStop(0.6, alpha(light.sky[0], 0.1));
  key.addColorStop(1, alpha(light.sky[0], 0.34));
  paint.fillStyle = key;
  paint.fillRect(0, 0, width, height);
  if (depth > 0.02) {
    paint.fillStyle = alpha(light.haze, Math.min(0.85, depth * 0.85));
    paint.fillRect(0, 0, width, height);
  }
  if (options.shadow > 0) {
    const stretch = options.shadow * (1 + light.keyStrength * 0.6);
    softEllipse(
      ctx,
      options.x - side * stretch * 0.3,
      options.y + 2,
      stretch,
      options.shadow * 0.2,
      '#0a0d1c',
      0.42 * (1 - depth * 0.8),
      0.1,
    );
  }
  const at = [options.x - (facing === 1 ? left : options.right), options.y - up] as const;
  ctx.drawImage(sheet.canvas, at[0], at[1]);
  if (depth < 0.4) paintRim(stage, sheet.canvas, at, side);
}

/**
 * Paints the thin edge of light that sets a figure off a dark ground: the shape minus its copy shifted away from the
 * light.
 */
function paintRim({ ctx, light }: Stage, shape: Canvas, at: readonly [number, number], side: 1 | -1): void {
  const rim = layer(shape.width, shape.height);
  const offset = Math.max(1.2, Math.min(6, shape.height * 0.006));
  rim.ctx.drawImage(shape, 0, 0);
  rim.ctx.globalCompositeOperation = 'destination-out';
  rim.ctx.drawImage(shape, -side * offset, offset * 0.7);
  rim.ctx.globalCompositeOperation = 'source-in';
  rim.ctx.fillStyle = lighten(light.key, 0.15);
  rim.ctx.fillRect(0, 0, shape.width, shape.height);
  ctx.save();
  ctx.globalAlpha = Math.min(0.7, 0.1 + light.keyStrength * 0.55) * (1 - light.night * 0.25);
  ctx.drawImage(rim.canvas, at[0], at[1]);
  ctx.restore();
}
