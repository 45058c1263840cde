import type { IncomingMessage } from 'node:http';
import { PassThrough } from 'node:stream';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { Inject, Injectable } from '@nestjs/common';
import type { FinalizedUpload, UploadPurpose } from '@storyreel/contracts';
import type { Request } from 'express';
import { APP_CONFIG } from '../../infra/config/app-config';
import type { AppConfig } from '../../infra/config/app-config';
import { Examiner, UnusableFile } from '../../infra/media/examine';
import { MediaStore, mediaUrlOf, QuotaReached, StoredObjects, TooLarge } from '../../infra/storage';
import type { StoredObject, Visibility } from '../../infra/storage';
import { DomainError, notFound } from '../../lib/domain-error';
import { Clock } from '../../lib/time';
import { bareType, isExpectedType, kindOf, maxBytesOf } from './file-rules';
import { isToken, readToken, tokenOfUploadUrl, uploadUrlOf, writeToken } from './upload-token';
import type { UploadGrant } from './upload-token';

/**
 * Returns a request's body as a stream that can be abandoned without cutting the connection, so that the sender still
 * receives the reason. The stream fails when the sender disconnects before the end.
 */
export function incomingBody(request: IncomingMessage): Readable {
  const body = new PassThrough();
  // The reader gets the error when it starts reading; until then, an error without a listener would end the process.
  body.on('error', () => undefined);
  const cut = () => {
    if (!request.complete) body.destroy(new Error('The sender disconnected'));
  };
  request.once('close', cut);
  request.once('error', cut);
  body.once('close', () => {
    request.off('close', cut);
    request.unpipe(body);
    // Discards the rest of the body.
    request.resume();
  });
  // A sender that disconnects while the response is written is not an error.
  request.on('error', () => undefined);
  request.pipe(body);
  return body;
}

/** Lifetime of an upload address. */
export const UPLOAD_URL_LIFETIME_MS = 15 * 60 * 1_000;

const wrongType = (message: string): DomainError => new DomainError('unsupported_media_type', message);

const newerCame = (): DomainError =>
  new DomainError('conflict', 'A newer file was uploaded in the meantime. Please finish the upload again.');

/** The three steps of an upload: get an address, send the bytes, finalize the file. */
@Injectable()
export class UploadsService {
  constructor(
    private readonly media: MediaStore,
    private readonly objects: StoredObjects,
    private readonly examiner: Examiner,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'sessionSecret' | 'uploadQuotaBytes'>,
  ) {}

  /**
   * @throws DomainError 'unsupported_media_type', 'payload_too_large', QuotaReached for an upload that would be refused
   * later
   */
  async begin(
    ownerId: string,
    wanted: { type?: string; size?: number; purpose?: UploadPurpose },
  ): Promise<{ uploadURL: string }> {
    const { size = null, purpose = null } = wanted;
    const type = wanted.type === undefined ? null : bareType(wanted.type);
    const kind = type === null ? null : kindOf(type);
    if (type !== null && (kind === null || !isExpectedType(type, { type, purpose }))) {
      throw wrongType("This type of file isn't supported here.");
    }
    if (size !== null && (kind || purpose)) {
      const maxBytes = maxBytesOf(kind ?? 'video', purpose);
      if (size > maxBytes) throw new TooLarge(maxBytes);
    }
    const quota = this.config.uploadQuotaBytes;
    // Refuses early, before bytes are sent; the authoritative check follows when the bytes arrive.
    if ((await this.objects.uploadedBytes(ownerId)) + (size ?? 1) > quota) throw new QuotaReached(quota);
    const key = this.media.newKey();
    const expiresAt = this.clock.now().getTime() + UPLOAD_URL_LIFETIME_MS;
    const grant: UploadGrant = { method: 'PUT', key, ownerId, type, size, purpose, expiresAt };
    return { uploadURL: uploadUrlOf(writeToken(grant, this.config.sessionSecret)) };
  }

  /**
   * Receives the bytes of an upload. Bytes that are sent again before the upload is finalized replace the earlier ones
   * once they are complete; of two concurrent transfers, the one that completes last wins. An aborted transfer changes
   * nothing.
   */
  async receive(userId: string, token: string, request: Request): Promise<{ size: number }> {
    const grant = this.grantOf(token, userId);
    if (this.clock.now().getTime() >= grant.expiresAt) {
      throw new DomainError('bad_request', 'This upload address has expired. Please ask for a new one.');
    }
    const type = bareType(request.get('content-type'));
    const kind = kindOf(type);
    if (kind === null || !isExpectedType(type, grant))
      throw wrongType('This upload address is for another type of file.');
    const maxBytes = Math.min(maxBytesOf(kind, grant.purpose), grant.size ?? Infinity);
    const announced = Number(request.get('content-length') ?? maxBytes);
    if (announced > maxBytes) throw new TooLarge(maxBytes);
    if (await this.objects.findReady(grant.key)) throw new DomainError('conflict', 'This upload is already complete.');
    const source = incomingBody(request);
    const upload = {
      key: grant.key,
      ownerId: userId,
      contentType: type,
      visibility: 'private' as const,
      maxBytes,
      exactBytes: grant.size,
      reserve: announced,
      quota: this.config.uploadQuotaBytes,
      source,
    };
    const { size } = await this.media.receive(upload);
    return { size };
  }

  /**
   * Finalizes an upload as a file with an address, whose bytes never change again. A repeat returns the first result.
   * @throws DomainError 'conflict' when no bytes were sent, or newer bytes arrived meanwhile
   */
  async finalize(userId: string, uploadUrl: string, visibility: Visibility): Promise<FinalizedUpload> {
    const token = tokenOfUploadUrl(uploadUrl);
    if (token === null) throw new DomainError('bad_request', 'This upload address is not valid.');
    const grant = this.grantOf(token, userId);
    const finished = await this.objects.findReady(grant.key);
    if (finished) return describe(finished);
    const uploaded = await this.objects.findUploaded(grant.key);
    if (!uploaded) throw new DomainError('conflict', 'No file has been uploaded to this address yet.');
    const contentType = await this.typeOf(uploaded).catch(async (error: unknown) => {
      if ((await this.objects.findUploaded(grant.key))?.blob !== uploaded.blob) throw newerCame();
      if (error instanceof DomainError && error.code === 'unsupported_media_type')
        await this.media.discard(uploaded.blob);
      throw error;
    });
    // If two calls run at once, one of them finalizes its bytes, and both return that result.
    await this.objects.ready(uploaded.blob, { contentType, visibility });
    const ready = await this.objects.findReady(grant.key);
    if (!ready) throw newerCame();
    for (const left of await this.objects.leftOf(grant.key)) await this.media.discard(left);
    return describe(ready);
  }

  /**
   * Detects the type from the bytes, whatever type was declared.
   * @throws DomainError 'unsupported_media_type'
   */
  private async typeOf(object: StoredObject): Promise<string> {
    const { contentType, ownerId } = object;
    const kind = kindOf(contentType);
    try {
      if (kind === 'video' || kind === 'audio') {
        const take = ({ type }: { type: string }) => Promise.resolve(type);
        return await this.examiner.recording(await this.media.read(object), kind, {}, take);
      }
      return await this.examiner.picture(async () => buffer(await this.media.read(object)), { ownerId });
    } catch (error) {
      if (error instanceof UnusableFile) throw wrongType(`The ${kind ?? 'file'} can't be used. ${error.message}`);
      throw error;
    }
  }

  /**
   * @throws DomainError: 'bad_request' when malformed; 'not_found' when the token was not signed by this server, or
   * belongs to another user
   */
  private grantOf(token: string, userId: string): UploadGrant {
    if (!isToken(token)) throw new DomainError('bad_request', 'This upload address is not valid.');
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
