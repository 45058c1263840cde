import { createCanvas, loadImage } from '@napi-rs/canvas';
import { compose } from './compose';
import { readBrief } from './read-brief';
import { STAGE } from './stage';

export interface PictureWish {
  prompt: string;
  /** Any text; another seed gives another picture of the same wish. */
  seed: string;
  /** 0 to 3. */
  variant: number;
  width: number;
  height: number;
}

const JPEG_QUALITY = 90;

/** A JPEG of exactly the asked size. The same wish gives the same bytes. */
export function renderPicture({ prompt, seed, variant, width, height }: PictureWish): Buffer {
  const picture = compose(readBrief(prompt), `${prompt}#${seed}`, variant);
  if (width === STAGE.width && height === STAGE.height) return picture.encodeSync('jpeg', JPEG_QUALITY);
  const scaled = createCanvas(width, height);
  const ctx = scaled.getContext('2d');
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(picture, ...coverCrop(STAGE, { width, height }), 0, 0, width, height);
  return scaled.encodeSync('jpeg', JPEG_QUALITY);
}

interface Size {
  width: number;
  height: number;
}

/** The largest centred part of `from` that has the shape of `to`. */
function coverCrop(from: Size, to: Size): [number, number, number, number] {
  const scale = Math.min(from.width / to.width, from.height / to.height);
  const [width, height] = [to.width * scale, to.height * scale];
  return [(from.width - width) / 2, (from.height - height) / 2, width, height];
}

/**
 * Decodes a picture of any origin and encodes it anew at the asked size, cropped to cover. Whatever else was in the
 * file is gone, so other programs may read the result. How many pixels it may have is the caller's to check.
 * @throws Error when the bytes are no picture.
 */
export async function recodePicture(bytes: Uint8Array, width: number, height: number): Promise<Buffer> {
  const image = await loadImage(Buffer.from(bytes));
  if (image.width < 1 || image.height < 1) throw new Error('The picture is empty.');
  const canvas = createCanvas(width, height);
  const ctx = canvas.getContext('2d');
  ctx.fillStyle = '#000000';
  ctx.fillRect(0, 0, width, height);
  ctx.imageSmoothingQuality = 'high';
  ctx.drawImage(image, ...coverCrop(image, { width, height }), 0, 0, width, height);
  return canvas.encodeSync('jpeg', 94);
}
