import { crc32 } from 'node:zlib';
import { type DigitalSource, isStatedIn, statedIn } from './xmp';

/**
 * Returns the image with its digital source type written into its XMP, without decoding it. Returns the bytes unchanged
 * for an unknown file type, a damaged image, or an image that already states its source, in XMP or in its maker's
 * signed manifest.
 */
export function labelPicture(contentType: string, bytes: Buffer, source: DigitalSource): Buffer {
  try {
    const labelled = WRITERS[contentType]?.(bytes, source) ?? bytes;
    return labelled.equals(bytes) ? bytes : labelled;
  } catch {
    // A size in the file points past its end.
    return bytes;
  }
}

const WRITERS: Record<string, ((bytes: Buffer, source: DigitalSource) => Buffer) | undefined> = {
  'image/jpeg': labelJpeg,
  'image/png': labelPng,
  'image/webp': labelWebp,
};

export const canLabelPicture = (contentType: string): boolean => contentType in WRITERS;

/** Prefixes of application segments: XMP Specification, part 3, 1.1.3; JPEG systems (ISO 19566-5) for manifests. */
const JPEG_XMP = Buffer.from('http://ns.adobe.com/xap/1.0/\0');
const JPEG_EXIF = Buffer.from('Exif\0\0');
const [APP0, APP1, APP11, APP15, START_OF_SCAN] = [0xe0, 0xe1, 0xeb, 0xef, 0xda];
const SEGMENT_BYTES = 0xffff;

/** Readers expect the JFIF and Exif segments first, so the XMP packet follows them. */
function labelJpeg(bytes: Buffer, source: DigitalSource): Buffer {
  requireBeginning(bytes, Buffer.from([0xff, 0xd8]));
  const before: Buffer[] = [bytes.subarray(0, 2)];
  const after: Buffer[] = [];
  let packet: Buffer | null = null;
  let at = 2;
  for (;;) {
    if (bytes.readUInt8(at) !== 0xff) throw new RangeError('No marker where one should be.');
    const marker = bytes.readUInt8(at + 1);
    if (marker < APP0 || marker > APP15 || marker === START_OF_SCAN) break;
    const end = at + 2 + bytes.readUInt16BE(at + 2);
    const segment = bytes.subarray(at, end);
    const content = segment.subarray(4);
    if (end > bytes.length) throw new RangeError('A segment is cut off.');
    if (marker === APP11 && isStatedIn(content)) return bytes;
    if (marker === APP1 && content.subarray(0, JPEG_XMP.length).equals(JPEG_XMP))
      packet = content.subarray(JPEG_XMP.length);
    else if (after.length === 0 && isFirst(marker, content)) before.push(segment);
    else after.push(segment);
    at = end;
  }
  const segment = jpegSegment(packet, source);
  return Buffer.concat([...before, segment, ...after, bytes.subarray(at)]);
}

const isFirst = (marker: number, content: Buffer): boolean =>
  marker === APP0 || (marker === APP1 && content.subarray(0, JPEG_EXIF.length).equals(JPEG_EXIF));

function jpegSegment(packet: Buffer | null, source: DigitalSource): Buffer {
  const all = statedIn(packet, source);
  // An XMP packet that no longer fits into one segment is replaced by a new packet that states only the source.
  const content = all.length + JPEG_XMP.length + 2 > SEGMENT_BYTES ? statedIn(null, source) : all;
  const head = Buffer.from([0xff, APP1, 0, 0]);
  head.writeUInt16BE(2 + JPEG_XMP.length + content.length, 2);
  return Buffer.concat([head, JPEG_XMP, content]);
}

/** @throws RangeError */
function requireBeginning(bytes: Buffer, beginning: Buffer): void {
  if (!bytes.subarray(0, beginning.length).equals(beginning)) throw new RangeError('It is another type of file.');
}

/**
 * Head of the text chunk that holds the packet: a keyword, and no compression, language or translation. XMP
 * Specification, part 3, 1.1.5; PNG (W3C), 11.3.3.4.
 */
const PNG_XMP = Buffer.from('XML:com.adobe.xmp\0\0\0\0\0');
const PNG_KEYWORD = PNG_XMP.subarray(0, 18);
const PNG_SIGNATURE = Buffer.from('\x89PNG\r\n\x1a\n', 'latin1');
const PNG_HEAD = 33;

/** The packet follows the header, so that readers find the packet before the pixels. */
function labelPng(bytes: Buffer, source: DigitalSource): Buffer {
  requireBeginning(bytes, PNG_SIGNATURE);
  const rest: Buffer[] = [];
  let packet: Buffer | null = null;
  let isPlain = false;
  let at = PNG_HEAD;
  for (let type = ''; type !== 'IEND';) {
    const end = at + 12 + bytes.readUInt32BE(at);
    if (end > bytes.length) throw new RangeError('A chunk is cut off.');
    type = bytes.toString('latin1', at + 4, at + 8);
    const content = bytes.subarray(at + 8, end - 4);
    if (type === 'caBX' && isStatedIn(content)) return bytes;
    if (type === 'iTXt' && content.subarray(0, PNG_KEYWORD.length).equals(PNG_KEYWORD)) {
      packet = content.subarray(PNG_XMP.length);
      isPlain = content.subarray(0, PNG_XMP.length).equals(PNG_XMP);
    } else rest.push(bytes.subarray(at, end));
    at = end;
  }
  // A packet that is compressed or has a language is replaced by a new packet.
  const content = Buffer.concat([PNG_XMP, statedIn(isPlain ? packet : null, source)]);
  return Buffer.concat([bytes.subarray(0, PNG_HEAD), pngChunk('iTXt', content), ...rest, bytes.subarray(at)]);
}

function pngChunk(type: string, content: Buffer): Buffer {
  const named = Buffer.concat([Buffer.from(type), content]);
  const [size, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  size.writeUInt32BE(content.length);
  sum.writeUInt32BE(crc32(named));
  return Buffer.concat([size, named, sum]);
}

/** Flags and sizes of the extended header: WebP Container Specification (developers.google.com, read 2026-11-28). */
const [HAS_XMP, HAS_ALPHA] = [0x04, 0x10];
const RIFF_BYTES = 12;
const SIDE = 0x3fff;

/** Labels a WebP: a simple file gets the extended header, and the packet comes last. */
function labelWebp(bytes: Buffer, source: DigitalSource): Buffer {
  requireBeginning(bytes, Buffer.from('RIFF'));
  const whole = bytes.subarray(0, 8 + bytes.readUInt32LE(4));
  const chunks: Buffer[] = [];
  let packet: Buffer | null = null;
  for (let at = RIFF_BYTES; at + 8 <= whole.length;) {
    const end = at + 8 + whole.readUInt32LE(at + 4);
    if (end > whole.length) throw new RangeError('A chunk is cut off.');
    const type = whole.toString('latin1', at, at + 4);
    const content = whole.subarray(at + 8, end);
    if (type === 'C2PA' && isStatedIn(content)) return bytes;
    if (chunks.length === 0) chunks.push(webpChunk('VP8X', extendedHeader(type, content)));
    if (type === 'XMP ') packet = content;
    else if (type !== 'VP8X') chunks.push(webpChunk(type, content));
    at = end + (content.length % 2);
  }
  if (chunks.length === 0) throw new RangeError('There is no image.');
  chunks.push(webpChunk('XMP ', statedIn(packet, source)));
  const riff = Buffer.from(whole.subarray(0, RIFF_BYTES));
  riff.writeUInt32LE(4 + chunks.reduce((sum, { length }) => sum + length, 0), 4);
  return Buffer.concat([riff, ...chunks]);
}

function webpChunk(type: string, content: Buffer): Buffer {
  const head = Buffer.alloc(8);
  head.write(type, 'latin1');
  head.writeUInt32LE(content.length, 4);
  return Buffer.concat([head, content, Buffer.alloc(content.length % 2)]);
}

/** Reads width and height from the first bytes of the coded image: RFC 6386, 9.1, and WebP Lossless (RFC 9649), 3.4. */
function extendedHeader(type: string, image: Buffer): Buffer {
  const header = type === 'VP8X' ? Buffer.from(image) : Buffer.alloc(10);
  header.writeUInt8(header.readUInt8(0) | HAS_XMP, 0);
  if (type === 'VP8X') return header;
  const sized = (width: number, height: number): Buffer => {
    header.writeUIntLE(width - 1, 4, 3);
    header.writeUIntLE(height - 1, 7, 3);
    return header;
  };
  if (type === 'VP8 ') return sized(image.readUInt16LE(6) & SIDE, image.readUInt16LE(8) & SIDE);
  if (type !== 'VP8L') throw new RangeError('There is no image.');
  const bits = image.readUInt32LE(1);
  if ((bits >>> 28) & 1) header.writeUInt8(HAS_XMP | HAS_ALPHA, 0);
  return sized((bits & SIDE) + 1, ((bits >>> 14) & SIDE) + 1);
}
