import { crc32 } from 'node:zlib';

/**
 * Whether a picture has all of its bytes. Decoders draw what is there and leave the rest grey or black, so a file that
 * was cut off has to be told by its own structure: by its end mark, or by the sizes that it names.
 */
export function isWholePicture(type: string, bytes: Uint8Array): boolean {
  const whole = WHOLE[type];
  const view = Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  try {
    return whole?.(view) ?? true;
  } catch {
    // A size in it points behind its end.
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

/** From segment to segment: the picture of a camera's preview, which ends as well, lies within one of them. */
function isWholeJpeg(bytes: Buffer): boolean {
  for (let at = 2; ;) {
    // Any number of filling bytes may stand before a marker.
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

/** Where the next marker begins behind coded pixels, among which 0xff is followed by 0 or a restart mark. */
function endOfScan(bytes: Buffer, from: number): number {
  for (let at = bytes.indexOf(0xff, from); at !== -1; at = bytes.indexOf(0xff, at + 1)) {
    const next = bytes.readUInt8(at + 1);
    if (next !== 0 && next !== 0xff && !isRestart(next)) return at;
  }
  throw new RangeError('There is no end of the scan.');
}

/** Every chunk with its checksum, up to the one that ends the picture. */
function isWholePng(bytes: Buffer): boolean {
  for (let at = 8; ;) {
    const end = at + 8 + bytes.readUInt32BE(at);
    if (crc32(bytes.subarray(at + 4, end)) !== bytes.readUInt32BE(end)) return false;
    if (bytes.toString('latin1', at + 4, at + 8) === 'IEND') return true;
    at = end + 4;
  }
}

const tableBytes = (flags: number): number => (flags & 0x80 ? 3 * 2 ** ((flags & 7) + 1) : 0);

/** At least its first frame, which is all that is shown of it: browsers play on with what there is of the others. */
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

/** Files of the ISO format consist of boxes that begin with their size; 0 is: up to the end. */
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
