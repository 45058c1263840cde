import { crc32, deflateSync } from 'node:zlib';

const uint32 = (value: number): Buffer => {
  const bytes = Buffer.alloc(4);
  bytes.writeUInt32BE(value);
  return bytes;
};
const pngChunk = (type: string, data: Buffer): Buffer => {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  return Buffer.concat([uint32(data.length), body, uint32(crc32(body))]);
};

/** Returns a PNG with an EXIF chunk whose only entry is its orientation. */
export function turnedPng(png: Buffer, orientation: number): Buffer {
  const head = Buffer.from('4d4d002a0000000800010112000300000001', 'hex');
  const exif = Buffer.concat([head, Buffer.from([0, orientation, 0, 0, 0, 0, 0, 0])]);
  // After the signature and the 25-byte header.
  return Buffer.concat([png.subarray(0, 33), pngChunk('eXIf', exif), png.subarray(33)]);
}

/** Returns a valid, all black PNG with one bit a pixel: a few kilobytes for hundreds of millions of pixels. */
export function blackPng(width: number, height: number): Buffer {
  const rows = Buffer.alloc(height * (1 + Math.ceil(width / 8)));
  return Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    pngChunk('IHDR', Buffer.concat([uint32(width), uint32(height), Buffer.from([1, 0, 0, 0, 0])])),
    pngChunk('IDAT', deflateSync(rows)),
    pngChunk('IEND', Buffer.alloc(0)),
  ]);
}

/** Returns a GIF whose header says 100 × 100, but whose only frame is far larger. */
export function lyingGif(width: number, height: number): Buffer {
  const size = Buffer.alloc(4);
  size.writeUInt16LE(width);
  size.writeUInt16LE(height, 2);
  return Buffer.concat([
    Buffer.from('474946383961' + '64006400800000' + '000000ffffff' + '2c00000000', 'hex'),
    size,
    // Two-bit codes: clear, a few pixels, end.
    Buffer.from('00' + '02' + '03040814' + '00' + '3b', 'hex'),
  ]);
}
