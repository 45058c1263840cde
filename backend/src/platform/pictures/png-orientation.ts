const SIGNATURE_BYTES = 8;
const CHUNK_BYTES = 12;
const ENTRY_BYTES = 12;
const ORIENTATION = 0x0112;
const UPRIGHT = 1;

/** How a canvas is turned for each orientation of EXIF, 1 to 8: a, b, c and d of its matrix, and which sides it moves by. */
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
 * How a PNG is to be turned, as EXIF numbers it, by its chunk of that name; 1 where it stands upright. Browsers heed it,
 * and the decoder only does so for other types.
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
    // A size in it points behind its end, so it tells nothing.
  }
  return UPRIGHT;
}

/** Of a canvas of this size, so that what is drawn into it stands upright. */
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
