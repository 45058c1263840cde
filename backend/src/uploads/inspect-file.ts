import { loadImage } from '@napi-rs/canvas';
import { fileTypeFromBuffer } from 'file-type';
import { imageSize } from './image-size';
import { kindOf } from './file-rules';

/** Pictures that every browser shows and that we can decode. */
const PICTURES = new Set(['image/png', 'image/apng', 'image/jpeg', 'image/gif', 'image/webp', 'image/avif', 'image/bmp']);
/** Containers that hold sound alone or a film; which of them, only the sender knows. */
const CONTAINERS = new Set(['video/mp4', 'video/webm', 'video/quicktime', 'video/matroska', 'video/x-matroska', 'video/ogg', 'audio/ogg', 'application/ogg']);
/** A picture of more pixels would take gigabytes to decode. */
const MAX_PIXELS = 50_000_000;

/**
 * The type that the bytes themselves show, or null when they are not what the sender declared.
 * @param head the first bytes; for a picture, all of them
 */
export async function inspectFile(head: Buffer, declared: string): Promise<string | null> {
  const sniffed = (await fileTypeFromBuffer(head))?.mime;
  const kind = kindOf(declared);
  if (!sniffed || kind === null) return null;
  if (kind === 'image') return PICTURES.has(sniffed) && (await isSound(head, sniffed)) ? sniffed : null;
  if (CONTAINERS.has(sniffed)) return declared;
  return kindOf(sniffed) === kind ? sniffed : null;
}

async function isSound(picture: Buffer, type: string): Promise<boolean> {
  const size = imageSize(picture, type);
  if (!size || size.width * size.height > MAX_PIXELS) return false;
  try {
    const decoded = await loadImage(picture);
    return decoded.width > 0 && decoded.height > 0;
  } catch {
    // The decoder's only way to say that it is no picture.
    return false;
  }
}
