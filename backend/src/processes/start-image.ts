import { Inject, Injectable } from '@nestjs/common';
import { createCanvas, loadImage, type Image } from '@napi-rs/canvas';
import { FILE_LIMITS } from '@storyreel/contracts';
import { keyOfMediaUrl, MEDIA_STORE, type MediaStore } from '../platform/storage';
import { fetchOutside, OutsideAnswerUnusable } from './fetch-outside';
import { ForbiddenAddress } from './outside-address';
import { GenerationFailed } from './run-generation';

const POSTER_WIDTH = 360;

export interface StartImage {
  bytes: Buffer;
  mimeType: string;
  decoded: Image;
}

/** The picture that a clip starts from, decoded once so that nothing else is passed on. */
@Injectable()
export class StartImages {
  constructor(@Inject(MEDIA_STORE) private readonly media: MediaStore) {}

  /** @throws GenerationFailed when it cannot be used */
  async read(url: string, ownerId: string, signal: AbortSignal): Promise<StartImage> {
    const key = keyOfMediaUrl(url);
    const bytes = key === null ? await this.fetch(url, signal) : await this.open(key, ownerId);
    try {
      const decoded = await loadImage(bytes);
      return { bytes, decoded, mimeType: mimeTypeOf(bytes) };
    } catch (error) {
      throw new GenerationFailed('The image of the scene cannot be read as a picture.', { cause: error });
    }
  }

  private async open(key: string, ownerId: string): Promise<Buffer> {
    const found = await this.media.open(key, ownerId);
    if (!found) throw new GenerationFailed('The image of the scene is no longer there.');
    const chunks: Buffer[] = [];
    for await (const chunk of (await found.read()) as AsyncIterable<Buffer>) chunks.push(chunk);
    return Buffer.concat(chunks);
  }

  private async fetch(url: string, signal: AbortSignal): Promise<Buffer> {
    try {
      return await fetchOutside(url, FILE_LIMITS.image, signal);
    } catch (error) {
      if (error instanceof ForbiddenAddress || error instanceof OutsideAnswerUnusable) {
        throw new GenerationFailed('The image of the scene could not be fetched.', { cause: error });
      }
      throw error;
    }
  }
}

/** A small still of the clip's first frame, which is the picture it starts from. JPEG. */
export function posterOf({ decoded }: StartImage): Promise<Buffer> {
  const width = Math.min(POSTER_WIDTH, decoded.width);
  const height = Math.max(1, Math.round((decoded.height * width) / decoded.width));
  const canvas = createCanvas(width, height);
  canvas.getContext('2d').drawImage(decoded, 0, 0, width, height);
  return canvas.encode('jpeg', 80);
}

function mimeTypeOf(bytes: Buffer): string {
  if (bytes.subarray(0, 3).equals(Buffer.from([0xff, 0xd8, 0xff]))) return 'image/jpeg';
  if (bytes.subarray(1, 4).toString('latin1') === 'PNG') return 'image/png';
  if (bytes.subarray(8, 12).toString('latin1') === 'WEBP') return 'image/webp';
  if (bytes.subarray(0, 3).toString('latin1') === 'GIF') return 'image/gif';
  throw new Error('The picture is of a kind that video models do not take');
}
