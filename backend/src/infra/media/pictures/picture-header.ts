import { crc32 } from 'node:zlib';
import { imageSize } from 'image-size';

/**
 * Checks that an image has all of its bytes. Decoders draw the part that exists and leave the rest grey or black, so
 * truncation must be detected from the structure: by the end mark, or by the sizes in the file.
 */
export function isWholePicture(type: string, bytes: Uint8Array): boolean {
  const whole = WHOLE[type];
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return whole?.(view) ?? true;
  } catch {
    // A size in the file points past its end.
    return false;
  }
}

const WHOLE: Record<string, (bytes: Buffer) => boolean> = {
  'image/jpeg': isWholeJpeg,
  'image/png': isWholePng,
  'image/gif': isWholeGif,
  'image/webp': (bytes) => bytes.length >= bytes.readUInt32LE(4) + 8,
  'image/bmp': (bytes) => bytes.length >= bytes.readUInt32LE(2),
  'image/avif': isWholeBoxes,
};

const [END_OF_IMAGE, START_OF_SCAN] = [0xd9, 0xda];
const isRestart = (marker: number): boolean => marker >= 0xd0 && marker <= 0xd7;

/** Walks the segments: an embedded preview has an end mark of its own, but lies within one of them. */
function isWholeJpeg(bytes: Buffer): boolean {
  for (let at = 2; ;) {
    // Any number of fill bytes may precede a marker.
    if (bytes.readUInt8(at) !== 0xff) return false;
    const marker = bytes.readUInt8(at + 1);
    if (marker === END_OF_IMAGE) return true;
    if (marker === 0xff) at += 1;
    else if (marker === 0x01 || isRestart(marker)) at += 2;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === START_OF_SCAN) at = endOfScan(bytes, at);
    }
  }
}

/** Returns the offset of the next marker after coded pixels, in which 0xff is followed by 0 or a restart marker. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw new RangeError('There is no end of the scan.');
}

/** Checks every chunk's checksum, up to the chunk that ends the image. */
function isWholePng(bytes: Buffer): boolean {
  for (let at = 8; ;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    at = end + 4;
  }
}

const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/**
 * Checks the first frame, since only this frame is used here. Browsers play the other frames up to the first damaged
 * one.
 */
function isWholeGif(bytes: Buffer): boolean {
  let at = 13 + tableBytes(bytes.readUInt8(10));
  for (;;) {
    const block = bytes.readUInt8(at);
    if (block !== 0x21 && block !== 0x2c) return false;
    const isFrame = block === 0x2c;
    at += isFrame ? 11 + tableBytes(bytes.readUInt8(at + 9)) : 2;
    for (let size = bytes.readUInt8(at); size > 0; size = bytes.readUInt8(at)) at += size + 1;
    if (isFrame) return true;
    at += 1;
  }
}

/** ISO format files consist of boxes that begin with their size; 0 means up to the end. */
function isWholeBoxes(bytes: Buffer): boolean {
  for (let at = 0; at + 8 <= bytes.length;) {
    const short = bytes.readUInt32BE(at);
    const size = short === 1 ? Number(bytes.readBigUInt64BE(at + 8)) : short;
    if (size === 0) return true;
    if (size < 8 || at + size > bytes.length) return false;
    at += size;
  }
  return true;
}

/** Types that every browser shows and that can be decoded here, by image-size's name. */
const TYPES: Record<string, string> = {
  png: 'image/png',
  jpg: 'image/jpeg',
  gif: 'image/gif',
  webp: 'image/webp',
  avif: 'image/avif',
  bmp: 'image/bmp',
};

export interface PictureHeader {
  /** MIME type. */
  type: string;
  /** Pixels. */
  width: number;
  height: number;
}

/** Reads type and size without decoding. Null when it is no image of a supported type. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  try {
    const { type = '', width, height } = imageSize(bytes);
    const known = TYPES[type];
    return known !== undefined && width > 0 && height > 0 ? { type: known, width, height } : null;
  } catch {
    // image-size throws various errors on damaged or crafted headers.
    return null;
  }
}

export type PictureProblem = 'unreadable' | 'too many pixels';

/** Returns the reason to refuse an image by its header alone, which is fast for files of any size. */
export function problemInHeader(bytes: Uint8Array, maxPixels: number): PictureProblem | null {
  const header = readPictureHeader(bytes);
  if (!header) return 'unreadable';
  return header.width * header.height > maxPixels ? 'too many pixels' : null;
}

/** Returns the type of a complete image, without decoding; null for anything else. */
export function pictureTypeOf(bytes: Uint8Array): string | null {
  const type = readPictureHeader(bytes)?.type ?? '';
  return type !== '' && isWholePicture(type, bytes) ? type : null;
}

const SIGNATURE_BYTES = 8;
const CHUNK_BYTES = 12;
const ENTRY_BYTES = 12;
const ORIENTATION = 0x0112;
const UPRIGHT = 1;

/** Canvas transforms for EXIF orientations 1 to 8: a, b, c and d of the matrix, and the sides to translate by. */
const TURNS: readonly (readonly [a: number, b: number, c: number, d: number, byWidth: number, byHeight: number])[] = [
  [1, 0, 0, 1, 0, 0],
  [-1, 0, 0, 1, 1, 0],
  [-1, 0, 0, -1, 1, 1],
  [1, 0, 0, -1, 0, 1],
  [0, 1, 1, 0, 0, 0],
  [0, 1, -1, 0, 1, 0],
  [0, -1, -1, 0, 1, 1],
  [0, -1, 1, 0, 0, 1],
];

/**
 * Returns the EXIF orientation in a PNG's eXIf chunk; 1 when it is upright. Browsers apply it, but the decoder does so
 * only for other types.
 */
export function pngOrientation(bytes: Uint8Array): number {
  const png = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    for (let at = SIGNATURE_BYTES; at + CHUNK_BYTES <= png.length;) {
      const length = png.readUInt32BE(at);
      const type = png.toString('latin1', at + 4, at + 8);
      if (type === 'eXIf') return orientationIn(png.subarray(at + 8, at + 8 + length));
      at += CHUNK_BYTES + length;
    }
  } catch {
    // A size in the file points past its end: the orientation is unknown.
  }
  return UPRIGHT;
}

/** Returns the transform for a canvas of this size that makes the drawn image upright. */
export function turnOf(orientation: number, width: number, height: number) {
  const [a, b, c, d, byWidth, byHeight] = TURNS[orientation - 1] ?? [1, 0, 0, 1, 0, 0];
  return { isSideways: a === 0, matrix: [a, b, c, d, byWidth * width, byHeight * height] as const };
}

function orientationIn(exif: Buffer): number {
  const isLittle = exif.toString('latin1', 0, 2) === 'II';
  const short = (at: number): number => (isLittle ? exif.readUInt16LE(at) : exif.readUInt16BE(at));
  const directory = isLittle ? exif.readUInt32LE(4) : exif.readUInt32BE(4);
  for (let entry = 0; entry < short(directory); entry++) {
    const at = directory + 2 + entry * ENTRY_BYTES;
    if (short(at) !== ORIENTATION) continue;
    const value = short(at + 8);
    return value >= 1 && value <= TURNS.length ? value : UPRIGHT;
  }
  return UPRIGHT;
}
