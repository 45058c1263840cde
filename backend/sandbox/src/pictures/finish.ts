import { type Canvas, createCanvas, GlobalFonts, type SKRSContext2D } from '@napi-rs/canvas';
import { alpha, lighten } from './colour';
import { createRandom } from './random';
import { layer, type Stage } from './stage';

/** Finishes an image as a film lab would: bloom, colour grade, vignette, grain, and the sandbox's watermark. */
export function finish(stage: Stage): void {
  bloom(stage);
  grade(stage);
  vignette(stage);
  grain(stage.ctx, stage.width, stage.height);
  mark(stage);
}

function bloom({ ctx, width, height, light }: Stage): void {
  const small = layer(width / 8, height / 8);
  small.ctx.drawImage(ctx.canvas, 0, 0, small.canvas.width, small.canvas.height);
  small.ctx.filter = 'blur(3px)';
  small.ctx.globalCompositeOperation = 'multiply';
  small.ctx.drawImage(small.canvas, 0, 0);
  ctx.save();
  ctx.globalCompositeOperation = 'screen';
  ctx.globalAlpha = 0.2 + light.night * 0.12;
  ctx.imageSmoothingQuality = 'medium';
  ctx.drawImage(small.canvas, 0, 0, width, height);
  ctx.restore();
}

/** Tints the lit side by the key light and the other side colder, so that even flat areas have a direction. */
function grade({ ctx, width, height, light, body }: Stage): void {
  const sweep = ctx.createRadialGradient(body.x, body.y, 60, body.x, body.y, height * 1.05);
  sweep.addColorStop(0, alpha(lighten(light.key, 0.1), 0.34 * light.keyStrength));
  sweep.addColorStop(0.5, alpha(light.key, 0.05));
  sweep.addColorStop(1, alpha(light.sky[0], 0.3));
  ctx.save();
  ctx.globalCompositeOperation = 'soft-light';
  ctx.fillStyle = sweep;
  ctx.fillRect(0, 0, width, height);
  ctx.restore();
}

function vignette({ ctx, width, height, light }: Stage): void {
  const shade = ctx.createRadialGradient(
    width / 2,
    height * 0.48,
    height * 0.3,
    width / 2,
    height * 0.48,
    height * 0.72,
  );
  shade.addColorStop(0, 'rgba(6,8,18,0)');
  shade.addColorStop(1, `rgba(6,8,18,${(0.32 + light.night * 0.14).toFixed(2)})`);
  ctx.fillStyle = shade;
  ctx.fillRect(0, 0, width, height);
}

const GRAIN_SIZE = 256;
let grainTile: Canvas | null = null;

function createGrain(): Canvas {
  const noise = createRandom('grain');
  const tile = createCanvas(GRAIN_SIZE, GRAIN_SIZE);
  const ctx = tile.getContext('2d');
  const pixels = ctx.createImageData(GRAIN_SIZE, GRAIN_SIZE);
  for (let index = 0; index < pixels.data.length; index += 4) {
    const value = Math.round(128 + (noise.next() + noise.next() - 1) * 120);
    pixels.data.set([value, value, value, 255], index);
  }
  ctx.putImageData(pixels, 0, 0);
  return tile;
}

function grain(ctx: SKRSContext2D, width: number, height: number): void {
  grainTile ??= createGrain();
  const pattern = ctx.createPattern(grainTile, 'repeat');
  if (pattern === null) return;
  ctx.save();
  ctx.globalCompositeOperation = 'overlay';
  ctx.globalAlpha = 0.085;
  ctx.fillStyle = pattern;
  ctx.fillRect(0, 0, width, height);
  ctx.restore();
}

const MARK_FONT = 'Storyreel Inter';

/** System fonts differ between machines; this font ships with the product. */
function registerMarkFont(): void {
  if (GlobalFonts.has(MARK_FONT)) return;
  GlobalFonts.registerFromPath(require.resolve('@fontsource/inter/files/inter-latin-500-normal.woff2'), MARK_FONT);
}

function mark({ ctx, width, height }: Stage): void {
  registerMarkFont();
  ctx.save();
  ctx.font = `500 17px "${MARK_FONT}"`;
  ctx.textAlign = 'right';
  ctx.fillStyle = 'rgba(255,255,255,0.5)';
  ctx.shadowColor = 'rgba(0,0,0,0.45)';
  ctx.shadowBlur = 5;
  ctx.fillText('Sandbox', width - 20, height - 20);
  ctx.restore();
}
