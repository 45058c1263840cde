import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { Pictures, UnusablePicture } from '../../../infra/media/pictures';
import { fetchOutbound } from '../../../infra/outbound/fetch-outbound';
import {
  ForbiddenAddress,
  OutboundAnswerUnusable,
  OutboundUnreachable,
} from '../../../infra/outbound/outbound-address';
import { DamagedFile, keyOfMediaUrl, MediaStore } from '../../../infra/storage';
import { derivedId } from '../../../lib/ids';
import type { GenerationJob, VideoAsked } from '../../../projects/storyboard';
import { GenerationFailed } from '../../workers/run-generation';

const POSTER = { maxWidth: 360, maxHeight: 2_000, quality: 80 };
/** Maximum size of images sent to models. Larger images are scaled down, since video models output at most 1080p. */
const SENT = { maxWidth: 2_048, maxHeight: 2_048, quality: 92 };
/** Image types that video models accept without conversion. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
/** Milliseconds before the second and the third attempt at a temporarily unreachable address. */
const PAUSES_MS = [1_000, 3_000];

export interface StartImage {
  bytes: Buffer;
  mimeType: string;
  /** A small JPEG still of the image. */
  poster: Buffer;
}

/** Reads and decodes the start image of a clip, so that only valid images are passed on. */
@Injectable()
export class StartImages {
  constructor(
    private readonly media: MediaStore,
    private readonly pictures: Pictures,
  ) {}

  /**
   * @throws GenerationFailed when the image cannot be used or could not be fetched in several attempts; the signal's
   * reason; TemporaryDomainError when too many images are waiting
   */
  async read(url: string, ownerId: string, signal: AbortSignal): Promise<StartImage> {
    const key = keyOfMediaUrl(url);
    const bytes = key === null ? await fetchWithRetries(url, signal) : await this.open(key, ownerId);
    try {
      const stills = [SENT, POSTER];
      const picture = await this.pictures.decode(ownerId, () => Promise.resolve(bytes), { stills, signal });
      const [sent = bytes, poster = bytes] = picture.stills;
      const fits = picture.width <= SENT.maxWidth && picture.height <= SENT.maxHeight;
      return fits && TAKEN.has(picture.type)
        ? { bytes, mimeType: picture.type, poster }
        : { bytes: sent, mimeType: 'image/jpeg', poster };
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      throw new GenerationFailed(`The scene's image can't be used. ${error.message}`, { cause: error });
    }
  }

  private async open(key: string, ownerId: string): Promise<Buffer> {
    const found = await this.media.open(key, ownerId);
    if (!found) throw new GenerationFailed("The scene's image no longer exists.");
    try {
      return await buffer(await found.read());
    } catch (error) {
      if (!(error instanceof DamagedFile)) throw error;
      throw new GenerationFailed("The scene's image is missing or damaged.", { cause: error });
    }
  }
}

/** Fetches an image, and retries after temporary failures; a permanent failure is thrown at once. */
export async function fetchWithRetries(
  url: string,
  signal: AbortSignal,
  { fetch = fetchOutbound, pausesMs = PAUSES_MS } = {},
): Promise<Buffer> {
  for (let attempt = 0; ; attempt++) {
    try {
      return await fetch(url, signal);
    } catch (error) {
      const pause = error instanceof OutboundUnreachable ? pausesMs[attempt] : undefined;
      if (pause === undefined) throw failure(error);
      await delay(pause, undefined, { signal });
    }
  }
}

function failure(error: unknown): unknown {
  const kinds = [ForbiddenAddress, OutboundAnswerUnusable, OutboundUnreachable];
  if (!(error instanceof Error) || !kinds.some((kind) => error instanceof kind)) return error;
  return new GenerationFailed(`Couldn't load the scene's image: ${error.message}.`, { cause: error });
}

/** Returns a small JPEG still of the clip's first frame, which is its start image. */
export const posterOf = ({ poster }: StartImage): Promise<Buffer> => Promise.resolve(poster);

const keyOf = (jobId: string): string => derivedId(jobId, 'start-image');

/** External start images, stored in the product's own storage while their clips are being made. */
@Injectable()
export class KeptStartImages {
  constructor(private readonly media: MediaStore) {}

  /** Returns an address in the product's own storage; null while the image is still external. */
  async addressOf(ownerId: string, { jobId, queued: { imageUrl } }: GenerationJob<VideoAsked>): Promise<string | null> {
    return keyOfMediaUrl(imageUrl) === null ? this.fetchedFor(ownerId, jobId) : imageUrl;
  }

  /** Returns the address of the image fetched for a job; null when none was fetched. */
  fetchedFor(ownerId: string, jobId: string): Promise<string | null> {
    return this.media.addressOf(ownerId, keyOf(jobId));
  }

  async keep(ownerId: string, jobId: string, { bytes, mimeType }: StartImage): Promise<void> {
    await this.media.save({
      ownerId,
      buffer: bytes,
      contentType: mimeType,
      visibility: 'private',
      maxBytes: FILE_LIMITS.image,
      key: keyOf(jobId),
      origin: { byModel: false, from: [] },
    });
  }

  /** Deletes the image fetched for a job, if there is one. */
  async forget(ownerId: string, jobId: string): Promise<void> {
    await this.media.remove(ownerId, keyOf(jobId));
  }
}
