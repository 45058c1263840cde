import { imageSize } from 'image-size';
import { isWholePicture } from './whole-picture';

/** The pictures that every browser shows and that can be decoded here, by what their first bytes say. */
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

/** What the bytes say of themselves, read without decoding. Null when they are no picture of a kind that is taken. */
export function readPictureHeader(bytes: Uint8Array): PictureHeader | null {
  try {
    const { type = '', width, height } = imageSize(bytes);
    const known = TYPES[type];
    return known !== undefined && width > 0 && height > 0 ? { type: known, width, height } : null;
  } catch {
    // The parsers throw whatever a damaged or crafted header makes them throw.
    return null;
  }
}

/** The type of a picture that has all of its bytes, read without decoding; null for anything else. */
export function pictureTypeOf(bytes: Uint8Array): string | null {
  const type = readPictureHeader(bytes)?.type ?? '';
  return type !== '' && isWholePicture(type, bytes) ? type : null;
}
