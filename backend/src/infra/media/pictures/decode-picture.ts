import { readFileSync } from 'node:fs';
import { setPriority } from 'node:os';
import { type Canvas, createCanvas, type Image, loadImage } from '@napi-rs/canvas';
import { isWholePicture, pngOrientation, readPictureHeader, turnOf } from './picture-header';
import type { PictureHeader, PictureProblem } from './picture-header';

/** Request for a copy of the whole image, scaled down to fit a box; a smaller image keeps its size. */
export interface StillWish {
  maxWidth: number;
  maxHeight: number;
  /** 0 to 100. */
  quality: number;
  /** JPEG by default. */
  type?: 'jpeg' | 'webp';
  /**
   * Allowed range of width divided by height; an image outside the range is shown whole, on a blurred copy of itself.
   */
  ratios?: readonly [least: number, most: number];
  /** True to crop an image outside `ratios` to its centre instead of framing it. */
  isCropped?: boolean;
}

/** Image to decode, with at most `maxPixels` by its header, and the stills to draw from it. */
export interface DecodeRequest {
  bytes: Uint8Array;
  maxPixels: number;
  stills: StillWish[];
}

export type DecodeAnswer = { problem: PictureProblem } | (PictureHeader & { problem: null; stills: Uint8Array[] });

/** Task of a decoder process; a null request only measures the process's own memory. */
export interface DecoderTask {
  request: DecodeRequest | null;
}

/**
 * Messages of a decoder process: first its own memory, sent once it is ready for an image; then the result for the
 * image.
 */
export type DecoderMessage = { ownKib: number } | { answer: DecodeAnswer };

/** Bytes per pixel: the decoded frame plus the image drawn from it. */
const NEEDED_A_PIXEL = 8;

async function decode({ bytes, maxPixels, stills }: DecodeRequest): Promise<DecodeAnswer> {
  const header = readPictureHeader(bytes);
  // `isWholePicture` walks through the whole file, which takes half a second for a crafted one: too long for the
  // server's event loop.
  if (!header || !isWholePicture(header.type, bytes)) return { problem: 'unreadable' };
  const image = await loadImage(bytes).catch(() => null);
  if (!image) requireRoomFor(header);
  if (!image || image.width < 1 || image.height < 1) return { problem: 'unreadable' };
  // A GIF's frame may be larger than its header says.
  if (image.width * image.height > maxPixels) return { problem: 'too many pixels' };
  const orientation = header.type === 'image/png' ? pngOrientation(bytes) : 1;
  const { isSideways } = turnOf(orientation, 0, 0);
  const [width, height] = isSideways ? [image.height, image.width] : [image.width, image.height];
  const drawn: Uint8Array[] = [];
  for (const wish of stills) drawn.push(await draw({ image, orientation, width, height }, wish));
  return { type: header.type, width, height, problem: null, stills: drawn };
}

interface Decoded {
  image: Image;
  /** EXIF orientation that the decoder has not applied. */
  orientation: number;
  /** Size of the upright image. */
  width: number;
  height: number;
}

function draw(
  decoded: Decoded,
  { maxWidth, maxHeight, quality, type = 'jpeg', ratios, isCropped = false }: StillWish,
): Promise<Uint8Array> {
  const { width, height } = decoded;
  const [least, most] = ratios ?? [0, Infinity];
  const outer = isCropped
    ? { width: Math.min(width, height * most), height: Math.min(height, width / least) }
    : { width: Math.max(width, height * least), height: Math.max(height, width / most) };
  const scale = Math.min(1, maxWidth / outer.width, maxHeight / outer.height);
  const picture = upright(decoded, scale);
  const size = { width: outer.width * scale, height: outer.height * scale };
  const canvas = ratios ? (isCropped ? cropped(picture, size) : framed(picture, size)) : picture;
  return type === 'webp' ? canvas.encode('webp', quality) : canvas.encode('jpeg', quality);
}

const canvasOf = (width: number, height: number): Canvas =>
  createCanvas(Math.max(1, Math.round(width)), Math.max(1, Math.round(height)));

/** Crops the image to its centre. */
function cropped(picture: Canvas, size: { width: number; height: number }): Canvas {
  const canvas = canvasOf(size.width, size.height);
  const context = canvas.getContext('2d');
  // Transparent images get a white ground: JPEG would make it black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.drawImage(picture, (canvas.width - picture.width) / 2, (canvas.height - picture.height) / 2);
  return canvas;
}

/** Draws the image in the middle of a frame that is filled with a blurred, darker copy of the image. */
function framed(picture: Canvas, size: { width: number; height: number }): Canvas {
  const canvas = canvasOf(size.width, size.height);
  const context = canvas.getContext('2d');
  const cover = Math.max(canvas.width / picture.width, canvas.height / picture.height);
  const centred = (scale: number) => {
    const [width, height] = [picture.width * scale, picture.height * scale];
    context.drawImage(picture, (canvas.width - width) / 2, (canvas.height - height) / 2, width, height);
  };
  // Transparent images get a white ground: JPEG would make it black.
  context.fillStyle = '#fff';
  context.fillRect(0, 0, canvas.width, canvas.height);
  context.filter = `blur(${Math.ceil(canvas.width / 30)}px) brightness(60%)`;
  centred(cover * 1.1);
  context.filter = 'none';
  centred(1);
  return canvas;
}

function upright({ image, orientation, width, height }: Decoded, scale: number): Canvas {
  const canvas = canvasOf(width * scale, height * scale);
  const context = canvas.getContext('2d');
  context.imageSmoothingQuality = 'high';
  const { isSideways, matrix } = turnOf(orientation, canvas.width, canvas.height);
  context.setTransform(...matrix);
  const sides = isSideways ? ([canvas.height, canvas.width] as const) : ([canvas.width, canvas.height] as const);
  context.drawImage(image, 0, 0, ...sides);
  return canvas;
}

/**
 * Distinguishes lack of memory from damage, for which the decoder returns the same error.
 * @throws RangeError when there is no memory for the size in the header
 */
const requireRoomFor = ({ width, height }: PictureHeader): ArrayBuffer =>
  new ArrayBuffer(width * height * NEEDED_A_PIXEL);

/** Returns the memory that counts against the process's limit, which only Linux has. */
function ownKib(): number {
  if (process.platform !== 'linux') return 0;
  const [, kib] = /^VmData:\s+(\d+) kB$/m.exec(readFileSync('/proc/self/status', 'utf8')) ?? [];
  if (kib === undefined) throw new Error('The system does not tell how much memory a process takes.');
  return Number(kib);
}

const tell = (message: DecoderMessage, then = (): void => undefined): void => void process.send?.(message, then);

// This file is the main module of a process that decodes at most one image and exits.
process.once('message', ({ request }: DecoderTask) => {
  if (!request) {
    process.disconnect();
    return;
  }
  setPriority(10);
  void decode(request).then((answer) => tell({ answer }, () => process.disconnect()));
});
tell({ ownKib: ownKib() });
