import { buffer } from 'node:stream/consumers';
import { setTimeout as delay } from 'node:timers/promises';
import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { Pictures, UnusablePicture } from '../../../infra/media/pictures';
import { fetchOutbound } from '../../../infra/outbound/fetch-outbound';
import {
  ForbiddenAddress,
  OutboundAnswerUnusable,
  OutboundUnreachable,
} from '../../../infra/outbound/outbound-address';
import { DamagedFile, keyOfMediaUrl, MEDIA_STORE } from '../../../infra/storage';
import type { MediaStore } from '../../../infra/storage';
import { derivedId } from '../../../lib/ids';
import type { GenerationJob, VideoAsked } from '../../../projects/storyboard';
import { GenerationFailed } from '../../workers/run-generation';

const POSTER = { maxWidth: 360, maxHeight: 2_000, quality: 80 };
/** Video models make at most 1080p of it, so a larger picture is sent in this size. */
const SENT = { maxWidth: 2_048, maxHeight: 2_048, quality: 92 };
/** What video models take as it is. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp', 'image/gif']);
/** Milliseconds before the second and the third try at an address that may do better. */
const PAUSES_MS = [1_000, 3_000];

export interface StartImage {
  bytes: Buffer;
  mimeType: string;
  /** A small still of it. JPEG. */
  poster: Buffer;
}

/** The picture that a clip starts from, decoded once so that nothing else is passed on. */
@Injectable()
export class StartImages {
  constructor(
    @Inject(MEDIA_STORE) private readonly media: MediaStore,
    @Inject(Pictures) private readonly pictures: Pictures,
  ) {}

  /**
   * @throws GenerationFailed when it cannot be used, or could not be fetched in several tries; the signal's reason;
   * TemporaryDomainError when too many pictures wait
   */
  async read(url: string, ownerId: string, signal: AbortSignal): Promise<StartImage> {
    const key = keyOfMediaUrl(url);
    const bytes = key === null ? await fetchPatiently(url, signal) : await this.open(key, ownerId);
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

/** What cannot become better fails at once; what can gets a few tries. */
export async function fetchPatiently(
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

/** A small still of the clip's first frame, which is the picture it starts from. JPEG. */
export const posterOf = ({ poster }: StartImage): Promise<Buffer> => Promise.resolve(poster);

const keyOf = (jobId: string): string => derivedId(jobId, 'start-image');

/** Pictures from outside that clips start from, in our own storage for as long as their clips are being made. */
@Injectable()
export class KeptStartImages {
  constructor(@Inject(MEDIA_STORE) private readonly media: MediaStore) {}

  /** Where the picture can be read without a slow stranger. Null while it is still outside. */
  async addressOf(ownerId: string, { jobId, queued: { imageUrl } }: GenerationJob<VideoAsked>): Promise<string | null> {
    return keyOfMediaUrl(imageUrl) === null ? this.fetchedFor(ownerId, jobId) : imageUrl;
  }

  /** Null when there is none. */
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
    });
  }

  /** Does nothing where there is none. */
  async forget(ownerId: string, jobId: string): Promise<void> {
    await this.media.remove(ownerId, keyOf(jobId));
  }
}
