import { inflateSync } from 'node:zlib';
import { pictureTypeOf, readPictureHeader } from './picture-header';

const SIGNATURE_BYTES = 8;
const HEADER = 'IHDR';
const DATA = 'IDAT';
/** Channels of the PNG colour types with transparency: grey with alpha, and colour with alpha. */
const CHANNELS: Readonly<Record<number, number>> = { 4: 2, 6: 4 };
const EIGHT_BITS = 8;
const OPAQUE = 255;

const NOT_A_MASK = 'The mask must be a PNG with transparency, eight bits a channel and not interlaced.';

/**
 * Returns the reason why a PNG cannot be the mask of an image of this size; null for a usable mask. Memory use is
 * bounded by that size.
 */
export function maskProblem(bytes: Uint8Array, { width, height }: { width: number; height: number }): string | null {
  const header = readPictureHeader(bytes);
  if (header?.type !== 'image/png' || pictureTypeOf(bytes) === null) return NOT_A_MASK;
  if (header.width !== width || header.height !== height)
    return `The mask has ${header.width} × ${header.height} pixels, and the image ${width} × ${height}.`;
  const found = chunks(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength));
  const channels = CHANNELS[found.colourType];
  if (channels === undefined || found.depth !== EIGHT_BITS || found.interlaced) return NOT_A_MASK;
  const row = 1 + width * channels;
  const pixels = inflated(found.data, row * height);
  if (pixels === null) return NOT_A_MASK;
  return hasTransparent(pixels, { row, channels, height }) ? null : 'The mask leaves nothing to change.';
}

function chunks(png: Buffer): { depth: number; colourType: number; interlaced: boolean; data: Buffer } {
  let [depth, colourType, interlaced] = [0, 0, false];
  const data: Buffer[] = [];
  for (let at = SIGNATURE_BYTES; at + 12 <= png.length;) {
    const length = png.readUInt32BE(at);
    const type = png.toString('latin1', at + 4, at + 8);
    const content = png.subarray(at + 8, at + 8 + length);
    if (type === HEADER) [depth, colourType, interlaced] = [content[8] ?? 0, content[9] ?? 0, content[12] !== 0];
    if (type === DATA) data.push(content);
    at += 12 + length;
  }
  return { depth, colourType, interlaced, data: Buffer.concat(data) };
}

/** Returns null for data that are damaged, or longer or shorter than the size requires. */
function inflated(data: Buffer, size: number): Buffer | null {
  try {
    const pixels = inflateSync(data, { maxOutputLength: size });
    return pixels.length === size ? pixels : null;
  } catch {
    // zlib throws various errors: several for damaged data, and one for data beyond the limit.
    return null;
  }
}

/**
 * Undoes the rows' filters (a row may be stored as its difference to the one above) and looks for a transparent pixel.
 */
function hasTransparent(
  pixels: Buffer,
  { row, channels, height }: { row: number; channels: number; height: number },
): boolean {
  let above: Uint8Array = new Uint8Array(row - 1);
  for (let line = 0; line < height; line++) {
    const filter = pixels[line * row] ?? 0;
    const current = pixels.subarray(line * row + 1, (line + 1) * row);
    for (let at = 0; at < current.length; at++) {
      const left = at >= channels ? (current[at - channels] ?? 0) : 0;
      const corner = at >= channels ? (above[at - channels] ?? 0) : 0;
      current[at] = ((current[at] ?? 0) + predicted(filter, left, above[at] ?? 0, corner)) & 0xff;
    }
    for (let at = channels - 1; at < current.length; at += channels) if ((current[at] ?? OPAQUE) < OPAQUE) return true;
    above = current;
  }
  return false;
}

function predicted(filter: number, left: number, above: number, corner: number): number {
  if (filter === 0) return 0;
  if (filter === 1) return left;
  if (filter === 2) return above;
  if (filter === 3) return (left + above) >> 1;
  const [byLeft, byAbove, byCorner] = [above - corner, left - corner, left + above - 2 * corner].map(Math.abs);
  if ((byLeft ?? 0) <= (byAbove ?? 0) && (byLeft ?? 0) <= (byCorner ?? 0)) return left;
  return (byAbove ?? 0) <= (byCorner ?? 0) ? above : corner;
}
