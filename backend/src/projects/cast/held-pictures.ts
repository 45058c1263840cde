import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { Pictures, UnusablePicture } from '../../infra/media/pictures';
import { pictureTypeOf } from '../../infra/media/pictures/picture-header';
import { fetchOutbound } from '../../infra/outbound/fetch-outbound';
import { ForbiddenAddress, OutboundAnswerUnusable, OutboundUnreachable } from '../../infra/outbound/outbound-address';
import { keyOfMediaUrl, MediaStore } from '../../infra/storage';
import { DomainError } from '../../lib/domain-error';
import { derivedId } from '../../lib/ids';

/** Maximum size of pictures sent to models: models look at no more pixels, and larger files take longer to send. */
const HELD = { maxWidth: 2_048, maxHeight: 2_048, quality: 92 };
/** MIME types that image and video models accept without conversion. */
const TAKEN = new Set(['image/jpeg', 'image/png', 'image/webp']);
const OUTSIDE_MS = 20_000;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');
const refusal = (reason: string): DomainError => new DomainError('bad_request', `This image can't be used. ${reason}`);

export interface HeldPicture {
  url: string;
  hash: string;
}

/**
 * Pictures that are sent to providers as references. Each is a copy, stored under its own hash in a size and type that
 * models accept, so that providers get the chosen picture even if its scene or website changes.
 */
@Injectable()
export class HeldPictures {
  constructor(
    @Inject(MediaStore) private readonly media: Pick<MediaStore, 'open' | 'save'>,
    @Inject(Pictures) private readonly pictures: Pick<Pictures, 'decode'>,
  ) {}

  /** @throws DomainError bad_request, quota_reached, unavailable */
  async hold(url: string, ownerId: string): Promise<HeldPicture> {
    const bytes = await this.usable(await this.load(url, ownerId), ownerId);
    const hash = sha256(bytes);
    const contentType = pictureTypeOf(bytes);
    if (contentType === null) throw refusal("It isn't an image, or it is damaged.");
    const place = { key: derivedId(ownerId, 'reference', hash), visibility: 'private' as const };
    const origin = { byModel: false, from: [url] };
    const maxBytes = FILE_LIMITS.image;
    const saved = await this.media.save({ ...place, ownerId, buffer: bytes, contentType, maxBytes, origin });
    return { url: saved.url, hash: saved.sha256 };
  }

  /**
   * Returns a picture's bytes; null for a picture that no longer exists.
   * @throws DamagedFile
   */
  async read({ url }: Pick<HeldPicture, 'url'>, ownerId: string): Promise<{ bytes: Buffer; mimeType: string } | null> {
    const key = keyOfMediaUrl(url);
    const found = key === null ? null : await this.media.open(key, ownerId);
    return found && { bytes: await buffer(await found.read()), mimeType: found.object.contentType };
  }

  private async load(url: string, ownerId: string): Promise<Buffer> {
    const key = keyOfMediaUrl(url);
    if (key === null) return outside(url);
    const found = await this.media.open(key, ownerId);
    if (!found) throw refusal('It no longer exists.');
    return buffer(await found.read());
  }

  private async usable(bytes: Buffer, ownerId: string): Promise<Buffer> {
    try {
      const picture = await this.pictures.decode(ownerId, () => Promise.resolve(bytes), { stills: [HELD] });
      const fits = picture.width <= HELD.maxWidth && picture.height <= HELD.maxHeight && TAKEN.has(picture.type);
      return fits ? bytes : (picture.stills[0] ?? bytes);
    } catch (error) {
      if (!(error instanceof UnusablePicture)) throw error;
      throw refusal(error.message);
    }
  }
}

async function outside(url: string): Promise<Buffer> {
  try {
    return await fetchOutbound(url, AbortSignal.timeout(OUTSIDE_MS));
  } catch (error) {
    const isKnown = [ForbiddenAddress, OutboundAnswerUnusable, OutboundUnreachable].some(
      (kind) => error instanceof kind,
    );
    const isLate = error instanceof DOMException && error.name === 'TimeoutError';
    if (!isKnown && !isLate) throw error;
    throw refusal(isLate ? 'Its address took too long to answer.' : `${(error as Error).message}.`);
  }
}
