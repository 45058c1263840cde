import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { derivedId } from '../../../platform/ids';
import { keyOfMediaUrl, MEDIA_STORE, type MediaStore } from '../../../platform/storage';
import type { GenerationJob, VideoAsked } from '../../../storyboard';
import type { StartImage } from './start-image';

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
