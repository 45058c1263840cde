export interface ImageSize {
  width: number;
  height: number;
}

const size = (width: number, height: number): ImageSize => ({ width, height });

/**
 * What a picture's header says of its size in pixels, read without decoding: a small file can claim a huge picture.
 * Null for a header that is cut short or of a type that is not known here.
 */
export function imageSize(bytes: Buffer, type: string): ImageSize | null {
  try {
    switch (type) {
      case 'image/png':
      case 'image/apng':
        return size(bytes.readUInt32BE(16), bytes.readUInt32BE(20));
      case 'image/gif':
        return size(bytes.readUInt16LE(6), bytes.readUInt16LE(8));
      case 'image/bmp':
        return size(Math.abs(bytes.readInt32LE(18)), Math.abs(bytes.readInt32LE(22)));
      case 'image/jpeg':
        return jpegSize(bytes);
      case 'image/webp':
        return webpSize(bytes);
      case 'image/avif':
        return avifSize(bytes);
      default:
        return null;
    }
  } catch (error) {
    if ((error as { code?: unknown }).code === 'ERR_OUT_OF_RANGE') return null;
    throw error;
  }
}

/** Start-of-frame markers are C0 to CF, except tables (C4), arithmetic coding (CC) and a reserved one (C8). */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function jpegSize(bytes: Buffer): ImageSize | null {
  let at = 2;
  while (bytes.readUInt8(at) === 0xff) {
    const marker = bytes.readUInt8(at + 1);
    if (marker === 0xff) at += 1;
    else if (isFrame(marker)) return size(bytes.readUInt16BE(at + 7), bytes.readUInt16BE(at + 5));
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

function webpSize(bytes: Buffer): ImageSize | null {
  switch (bytes.toString('latin1', 12, 16)) {
    case 'VP8X':
      return size(bytes.readUIntLE(24, 3) + 1, bytes.readUIntLE(27, 3) + 1);
    case 'VP8L': {
      const packed = bytes.readUInt32LE(21);
      return size((packed & 0x3fff) + 1, ((packed >>> 14) & 0x3fff) + 1);
    }
    case 'VP8 ':
      return size(bytes.readUInt16LE(26) & 0x3fff, bytes.readUInt16LE(28) & 0x3fff);
    default:
      return null;
  }
}

/** The largest of the 'ispe' boxes, which give each picture of the file its size. */
function avifSize(bytes: Buffer): ImageSize | null {
  let largest: ImageSize | null = null;
  for (let at = bytes.indexOf('ispe', 0, 'latin1'); at !== -1; at = bytes.indexOf('ispe', at + 4, 'latin1')) {
    const found = size(bytes.readUInt32BE(at + 8), bytes.readUInt32BE(at + 12));
    if (!largest || found.width * found.height > largest.width * largest.height) largest = found;
    // The property boxes come before the pixels.
    if (at > 65_536) break;
  }
  return largest;
}
