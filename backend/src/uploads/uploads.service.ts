import { Inject, Injectable } from '@nestjs/common';
import type { FinalizedUpload, UploadPurpose } from '@storyreel/contracts';
import type { Request } from 'express';
import { CLOCK, type Clock } from '../platform/clock';
import { APP_CONFIG, type AppConfig } from '../platform/config/app-config';
import { notFound, Refusal } from '../platform/domain/refusal';
import {
  MediaStore,
  mediaUrlOf,
  type StoredObject,
  StoredObjects,
  TooLarge,
  type Visibility,
} from '../platform/storage';
import { bareType, isExpectedType, kindOf, maxBytesOf } from './file-rules';
import { incomingBody } from './incoming-body';
import { inspectFile } from './inspect-file';
import { isToken, readToken, tokenOfUploadUrl, type UploadGrant, uploadUrlOf, writeToken } from './upload-token';

/** How long an upload address can be written to. */
export const UPLOAD_URL_LIFETIME_MS = 15 * 60 * 1_000;

const wrongType = (message: string): Refusal => new Refusal('unsupported_media_type', message);

/** The three steps of an upload: an address, the bytes, and what they are made of them. */
@Injectable()
export class UploadsService {
  constructor(
    @Inject(MediaStore) private readonly media: MediaStore,
    @Inject(StoredObjects) private readonly objects: StoredObjects,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'sessionSecret'>,
  ) {}

  /** @throws Refusal 'unsupported_media_type', 'payload_too_large' for what could not be taken anyway */
  begin(ownerId: string, wanted: { type?: string; size?: number; purpose?: UploadPurpose }): { uploadURL: string } {
    const { size = null, purpose = null } = wanted;
    const type = wanted.type === undefined ? null : bareType(wanted.type);
    const kind = type === null ? null : kindOf(type);
    if (type !== null && (kind === null || !isExpectedType(type, { type, purpose }))) {
      throw wrongType('Files of this type are not taken here.');
    }
    if (size !== null && (kind || purpose)) {
      const maxBytes = maxBytesOf(kind ?? 'video', purpose);
      if (size > maxBytes) throw new TooLarge(maxBytes);
    }
    const key = this.media.newKey();
    const expiresAt = this.clock.now().getTime() + UPLOAD_URL_LIFETIME_MS;
    const grant: UploadGrant = { method: 'PUT', key, ownerId, type, size, purpose, expiresAt };
    return { uploadURL: uploadUrlOf(writeToken(grant, this.config.sessionSecret)) };
  }

  /** Takes the bytes in. Sent again before the upload is finished, the newer bytes count. */
  async receive(userId: string, token: string, request: Request): Promise<{ size: number }> {
    const grant = this.grantOf(token, userId);
    if (this.clock.now().getTime() >= grant.expiresAt) {
      throw new Refusal('bad_request', 'This upload address has expired. Please ask for a new one.');
    }
    const type = bareType(request.get('content-type'));
    const kind = kindOf(type);
    if (kind === null || !isExpectedType(type, grant))
      throw wrongType('This upload address is for another type of file.');
    const maxBytes = Math.min(maxBytesOf(kind, grant.purpose), grant.size ?? Infinity);
    if (Number(request.get('content-length') ?? 0) > maxBytes) throw new TooLarge(maxBytes);
    if (await this.objects.findReady(grant.key)) throw new Refusal('conflict', 'This upload is finished already.');
    const source = incomingBody(request);
    const upload = {
      key: grant.key,
      ownerId: userId,
      contentType: type,
      visibility: 'private' as const,
      maxBytes,
      source,
    };
    const { blob, size } = await this.media.receive(upload);
    if (size === 0 || (grant.size !== null && size !== grant.size)) {
      await this.media.discard(blob);
      throw new Refusal('bad_request', size === 0 ? 'The file is empty.' : 'The file is not as long as was announced.');
    }
    return { size };
  }

  /** Makes an upload a file with an address. A repeat answers as the first time. */
  async finalize(userId: string, uploadUrl: string, visibility: Visibility): Promise<FinalizedUpload> {
    const token = tokenOfUploadUrl(uploadUrl);
    if (token === null) throw new Refusal('bad_request', 'That is no upload address.');
    const grant = this.grantOf(token, userId);
    const finished = await this.objects.findReady(grant.key);
    if (finished) return describe(finished);
    const uploaded = await this.objects.newestUploaded(grant.key);
    if (!uploaded) throw new Refusal('conflict', 'No file has been sent to this upload address yet.');
    const contentType = await inspectFile(await this.media.read(uploaded.blob), uploaded.contentType);
    if (contentType === null) {
      await this.media.discard(uploaded.blob);
      throw wrongType('The file is not what its type says, or it is damaged.');
    }
    // Of two at once, one makes its bytes ready; both answer with those.
    await this.objects.ready(uploaded.blob, { contentType, visibility });
    for (const left of await this.objects.unfinished({ key: grant.key })) await this.media.discard(left);
    const ready = await this.objects.findReady(grant.key);
    if (!ready) throw new Error('A finished upload is not there');
    return describe(ready);
  }

  /** @throws Refusal: 'bad_request' when malformed; 'not_found' when it is not ours or somebody else's */
  private grantOf(token: string, userId: string): UploadGrant {
    if (!isToken(token)) throw new Refusal('bad_request', 'That is no upload address.');
    const grant = readToken(token, this.config.sessionSecret);
    if (grant?.ownerId !== userId) throw notFound();
    return grant;
  }
}

const describe = ({ key, contentType, size }: StoredObject): FinalizedUpload => ({
  url: mediaUrlOf(key),
  contentType,
  size,
});
