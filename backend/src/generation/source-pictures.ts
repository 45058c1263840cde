import { createHash } from 'node:crypto';
import { Inject, Injectable } from '@nestjs/common';
import { readPictureHeader } from '../infra/media/pictures/picture-header';
import type { SourcePicture } from '../integrations/ports/image-provider';
import type { ReferencePicture } from '../integrations/ports/generation-provider';
import { DomainError } from '../lib/domain-error';
import { HeldPictures } from '../projects/cast';
import type { ImageSlot, MadeFrom } from '../projects/storyboard';
import { GenerationFailed } from './workers/run-generation';

/** MIME types that models accept without conversion. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp']);

export interface RecordedFile {
  url: string;
  hash: string;
}

/** Source images of edits and enlargements. A job's first event names the image, and the running job reads it. */
@Injectable()
export class SourcePictures {
  constructor(@Inject(HeldPictures) private readonly pictures: Pick<HeldPictures, 'hold' | 'read'>) {}

  /**
   * Returns an image as it will be sent: scaled down to the size that models use or, if `whole`, unchanged.
   * @throws DomainError bad_request for an image that can't be used
   */
  async of({ id: slotId, url, jobId: runId }: ImageSlot, ownerId: string, { whole = false } = {}): Promise<MadeFrom> {
    const file = (whole ? await this.whole(url, ownerId) : null) ?? (await this.pictures.hold(url, ownerId));
    const found = await this.pictures.read(file, ownerId);
    const size = found && readPictureHeader(found.bytes);
    if (!size) throw new DomainError('bad_request', 'This image no longer exists.');
    return { slotId, ...file, width: size.width, height: size.height, runId };
  }

  /** @throws GenerationFailed when the image no longer exists */
  async source({ url, hash, width, height }: MadeFrom, ownerId: string): Promise<SourcePicture> {
    return { ...(await this.file({ url, hash }, 'image', ownerId)), width, height };
  }

  /** @throws GenerationFailed when the mask no longer exists */
  mask(mask: RecordedFile, ownerId: string): Promise<ReferencePicture> {
    return this.file(mask, 'mask', ownerId);
  }

  private async file({ url, hash }: RecordedFile, name: string, ownerId: string): Promise<ReferencePicture> {
    const found = await this.pictures.read({ url }, ownerId);
    if (!found) throw new GenerationFailed(`The ${name} no longer exists.`);
    return { name, kind: 'reference', hash, mimeType: found.mimeType, read: () => Promise.resolve(found.bytes) };
  }

  /** Returns the whole file; null for another owner's file, or for a type that must be converted. */
  private async whole(url: string, ownerId: string): Promise<RecordedFile | null> {
    const found = await this.pictures.read({ url }, ownerId);
    if (!found || !TAKEN.has(readPictureHeader(found.bytes)?.type ?? '')) return null;
    return { url, hash: createHash('sha256').update(found.bytes).digest('hex') };
  }
}

const NOTHING = { kind: 'reference' as const, mimeType: 'image/jpeg', read: () => Promise.resolve(Buffer.alloc(0)) };

/** Replaces the files in a replay: their bytes are not recorded, and a request identifies them by their hashes. */
export const recordedSources: Pick<SourcePictures, 'source' | 'mask'> = {
  source: ({ hash, width, height }) => Promise.resolve({ ...NOTHING, name: 'image', hash, width, height }),
  mask: ({ hash }) => Promise.resolve({ ...NOTHING, name: 'mask', hash, mimeType: 'image/png' }),
};
