import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { loadImage } from '@napi-rs/canvas';
import { fileTypeFromBuffer, fileTypeFromStream } from 'file-type/node';
import { bareType, kindOf } from './file-rules';
import { imageSize } from './image-size';

/** Pictures that every browser shows and that we can decode. */
const PICTURES = new Set([
  'image/png',
  'image/apng',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
]);
/** They hold sound alone or a film; which of the two, only the sender knows. */
const CONTAINERS = /^(video\/(mp4|webm|quicktime|matroska|ogg|x-m4v)|audio\/(mp4|x-m4a|ogg)|application\/ogg)$/;
/** A picture of more pixels would take gigabytes to decode. */
const MAX_PIXELS = 50_000_000;

/** The type that the bytes themselves show; null when they are not what was declared. */
export async function inspectFile(bytes: Readable, declared: string): Promise<string | null> {
  return kindOf(declared) === 'image' ? inspectPicture(await buffer(bytes)) : inspectRecording(bytes, declared);
}

async function inspectPicture(picture: Buffer): Promise<string | null> {
  const sniffed = await sniff(() => fileTypeFromBuffer(picture));
  return PICTURES.has(sniffed) && (await isSound(picture, sniffed)) ? sniffed : null;
}

/** Films and sounds are only recognised: browsers, which are made for it, are the ones to decode them. */
async function inspectRecording(bytes: Readable, declared: string): Promise<string | null> {
  const sniffed = await sniff(() => fileTypeFromStream(bytes));
  const broken = bytes.errored;
  bytes.destroy();
  if (broken) throw broken;
  if (CONTAINERS.test(sniffed)) return declared;
  return sniffed !== '' && kindOf(sniffed) === kindOf(declared) ? sniffed : null;
}

/** Empty when nothing is recognised. The parsers throw on files that were damaged or made to confuse them. */
async function sniff(parse: () => Promise<{ mime: string } | undefined>): Promise<string> {
  try {
    return bareType((await parse())?.mime);
  } catch {
    return '';
  }
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
