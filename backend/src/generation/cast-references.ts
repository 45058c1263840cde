import { Inject, Injectable } from '@nestjs/common';
import type { SentCast, SentPicture, WantedPicture } from '@storyreel/contracts';
import type { ReferencePicture } from '../integrations/ports/generation-provider';
import { HeldPictures } from '../projects/cast';
import type { CastAsked } from '../projects/storyboard';
import { GenerationFailed } from './workers/run-generation';

/** Reference pictures and descriptions of a scene's cast, in the form that provider requests need. */
@Injectable()
export class CastReferences {
  constructor(@Inject(HeldPictures) private readonly pictures: Pick<HeldPictures, 'hold' | 'read'>) {}

  /**
   * Returns the cast part of a request for a scene, with the current pictures.
   * @throws DomainError bad_request when a reference given by its address can't be used
   */
  async of({ wanted, looks }: SentCast, ownerId: string): Promise<CastAsked> {
    const references: SentPicture[] = [];
    for (const picture of wanted) references.push(await this.held(picture, ownerId));
    return { ...(references.length > 0 && { references }), ...(looks.length > 0 && { looks }) };
  }

  private async held({ hash, ...picture }: WantedPicture, ownerId: string): Promise<SentPicture> {
    return hash === null ? { ...picture, ...(await this.pictures.hold(picture.url, ownerId)) } : { ...picture, hash };
  }

  /** Reads the cast part of a provider request. @throws GenerationFailed when a picture no longer exists */
  async read({ references = [], looks }: CastAsked, ownerId: string): Promise<CastRequest> {
    const read: ReferencePicture[] = [];
    for (const { name, kind, url, hash } of references) {
      const picture = await this.pictures.read({ url }, ownerId);
      if (!picture) throw new GenerationFailed(`An image of ${name} no longer exists.`);
      const { bytes, mimeType } = picture;
      read.push({ name, kind, hash, mimeType, read: () => Promise.resolve(bytes) });
    }
    return { ...(read.length > 0 && { references: read }), ...(looks && { looks }) };
  }
}

export interface CastRequest {
  references?: ReferencePicture[];
  looks?: NonNullable<CastAsked['looks']>;
}

/** Replaces the pictures in a replay: their bytes are not recorded, and a request identifies them by their hashes. */
export const recordedReferences: Pick<CastReferences, 'read'> = {
  read: ({ references, looks }) =>
    Promise.resolve({
      ...(references && {
        references: references.map(({ name, kind, hash }) => ({
          ...{ name, kind, hash, mimeType: 'image/jpeg' },
          read: () => Promise.resolve(Buffer.alloc(0)),
        })),
      }),
      ...(looks && { looks }),
    }),
};
