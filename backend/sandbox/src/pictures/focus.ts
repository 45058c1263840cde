import { layer, type Stage } from './stage';

/** Lets the world behind a face fall out of focus. */
export function blurBackdrop({ ctx, width, height }: Stage): void {
  const small = layer(width / 10, height / 10);
  small.ctx.drawImage(ctx.canvas, 0, 0, small.canvas.width, small.canvas.height);
  small.ctx.filter = 'blur(1.4px)';
  small.ctx.drawImage(small.canvas, 0, 0);
  ctx.save();
  ctx.imageSmoothingQuality = 'high';
  ctx.globalAlpha = 0.92;
  ctx.drawImage(small.canvas, 0, 0, width, height);
  ctx.restore();
}
