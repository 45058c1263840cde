import type { PictureSize } from '@storyreel/contracts';

export interface Point {
  x: number;
  y: number;
}

/** A stroke of the brush, in pixels of the image as it is sent. */
export interface Stroke {
  points: readonly Point[];
  width: number;
  /** True if the stroke protects the painted part again. */
  isEraser: boolean;
}

function line(ctx: CanvasRenderingContext2D, { points, width }: Stroke): void {
  const [first, ...others] = points;
  if (!first) return;
  ctx.lineWidth = width;
  ctx.lineCap = 'round';
  ctx.lineJoin = 'round';
  ctx.beginPath();
  ctx.moveTo(first.x, first.y);
  // A stroke without length is drawn as a dot.
  for (const { x, y } of others.length === 0 ? [first] : others) ctx.lineTo(x, y);
  ctx.stroke();
}

/** Draws the parts that may change as a transparent layer over the image. */
export function drawVeil(canvas: HTMLCanvasElement, strokes: readonly Stroke[], colour: string): void {
  const ctx = canvas.getContext('2d');
  if (!ctx) return;
  ctx.clearRect(0, 0, canvas.width, canvas.height);
  ctx.strokeStyle = colour;
  for (const stroke of strokes) {
    ctx.globalCompositeOperation = stroke.isEraser ? 'destination-out' : 'source-over';
    line(ctx, stroke);
  }
}

/** Returns true when any part of the image is marked as changeable. */
export const hasPaint = (strokes: readonly Stroke[]): boolean => strokes.some(({ isEraser }) => !isEraser);

/** Returns the mask as a PNG in Base64, which is transparent where the image may change. */
export function maskOf(strokes: readonly Stroke[], { width, height }: PictureSize): string {
  const canvas = document.createElement('canvas');
  Object.assign(canvas, { width, height });
  const ctx = canvas.getContext('2d');
  if (!ctx) throw new Error('This browser cannot draw a mask.');
  ctx.fillRect(0, 0, width, height);
  ctx.strokeStyle = '#000';
  for (const stroke of strokes) {
    ctx.globalCompositeOperation = stroke.isEraser ? 'source-over' : 'destination-out';
    line(ctx, stroke);
  }
  return canvas.toDataURL('image/png').replace(/^data:image\/png;base64,/u, '');
}
