import { createHmac, randomBytes } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../lib/domain-error';
import { isSameSecret } from '../../lib/secrets';
import { Clock } from '../../lib/time';
import { APP_CONFIG } from '../config/app-config';
import type { AppConfig } from '../config/app-config';
import { LABEL_BYTES, labelStream } from '../media/labels/label-stream';
import { OBJECT_STORAGE } from './object-storage';
import type { ByteRange, ObjectStorage, StoredBytes } from './object-storage';
import { StoredObjects } from './stored-objects';
import type { StoredObject, Visibility } from './stored-objects';

/**
 * A stored file's bytes are missing or differ from what was stored. Only the operator of the installation can repair
 * this.
 */
export class DamagedFile extends DomainError {
  constructor(readonly problem: 'missing' | 'damaged') {
    super(
      'unavailable',
      problem === 'missing'
        ? 'This file is missing from storage. Please tell the operator of this installation.'
        : 'This file is damaged in storage. Please tell the operator of this installation.',
    );
  }
}

/** Passes bytes on and fails when their number is not the promised one, so that a partial file never looks complete. */
function exactly(size: number, wrong: () => Error): Transform {
  let passed = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      passed += chunk.length;
      done(passed > size ? wrong() : null, chunk);
    },
    flush(done) {
      done(passed < size ? wrong() : null);
    },
  });
}

const BY_MODEL: Origin = { byModel: true, from: [] };

/** Writes the digital source type into the bytes as they pass, if their format has a place for it. */
function labelled(
  { contentType, maxBytes }: Pick<SaveMedia, 'contentType' | 'maxBytes'>,
  source: Readable,
  { generated, mixed }: { generated: boolean; mixed: boolean },
): { source: Readable; maxBytes: number } {
  const type = mixed ? 'compositeWithTrainedAlgorithmicMedia' : 'trainedAlgorithmicMedia';
  const label = generated ? labelStream(contentType, type, maxBytes) : null;
  if (!label) return { source, maxBytes };
  // The reader gets errors from the last stream, so the pipeline's callback ignores them.
  return { source: pipeline(source, label, () => undefined), maxBytes: maxBytes + LABEL_BYTES };
}

const MB = 1_048_576;

export class QuotaReached extends DomainError {
  /** @param quota in bytes */
  constructor(quota: number) {
    super(
      'quota_reached',
      `Your uploads may take ${Math.floor(quota / MB)} MB in all, and this file would be too much. ` +
        'Please ask the operator of this installation for more room.',
    );
  }
}

const MEDIA_PATH = '/api/media/';
const KEY = /^[A-Za-z0-9_-]{22,64}$/;
const SHARED = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

export const isMediaKey = (key: string): boolean => KEY.test(key);
export const mediaUrlOf = (key: string): string => MEDIA_PATH + key;

/** Returns the key in one of this server's media addresses; null for any other address. */
export function keyOfMediaUrl(url: string): string | null {
  const key = url.startsWith(MEDIA_PATH) ? url.slice(MEDIA_PATH.length) : '';
  return isMediaKey(key) ? key : null;
}

/** Origin of a file's bytes. It decides the label written into the file, and the origin declared to platforms. */
export interface Origin {
  /** False for bytes that this server assembled, such as a film or a thumbnail. */
  byModel: boolean;
  /** Addresses of the stored files that are shown or heard in the new file; other addresses do not count. */
  from: readonly string[];
}

export interface SaveMedia {
  ownerId: string;
  /** The bytes: either a stream or a buffer. */
  stream?: Readable;
  buffer?: Uint8Array;
  contentType: string;
  visibility: Visibility;
  maxBytes: number;
  /** Idempotency key, such as a job's derived id: a repeated save keeps and returns the first bytes. */
  key?: string;
  /** Blob of the image that this is a thumbnail of, and with which it is deleted. */
  thumbnailOf?: string;
  /** Default: a model made the file, using no stored files. */
  origin?: Origin;
}

export interface SavedMedia {
  key: string;
  /** /api/media/<key> */
  url: string;
  size: number;
  contentType: string;
  /** Hexadecimal. */
  sha256: string;
}

interface Incoming {
  key: string;
  ownerId: string;
  contentType: string;
  visibility: Visibility;
  maxBytes: number;
  source: Readable;
}

export interface OpenedMedia {
  object: StoredObject;
  /** @throws DamagedFile */
  read(range?: ByteRange): Promise<Readable>;
  /** Checks existence and length; returns the problem, or null. */
  check(): Promise<DamagedFile['problem'] | null>;
}

/** Stores images, clips and sounds with their owners. Once ready, bytes never change. */
@Injectable()
export class MediaStore {
  private readonly logger = new Logger(MediaStore.name);

  constructor(
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    private readonly objects: StoredObjects,
    private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'sessionSecret'>,
  ) {}

  /** Stores media under a new key, or under the one derived from `key`. @throws TooLarge */
  async save(media: SaveMedia): Promise<SavedMedia> {
    const key = media.key === undefined ? this.newKey() : this.derivedKey(media.ownerId, media.key);
    const known = media.key === undefined ? null : await this.objects.findReady(key);
    const source = media.stream ?? Readable.from([media.buffer ?? new Uint8Array()]);
    if (known) {
      source.destroy();
      return describe(known);
    }
    const blob = this.newKey();
    const made = await this.madeOf(media.origin);
    const incoming = { ...media, key, ...labelled(media, source, made) };
    await this.objects.begin({ ...incoming, ...made, blob }, this.clock.now());
    return this.finish(blob, incoming);
  }

  /** Returns the address of media saved under a `key` of SaveMedia; null when there is none. */
  async addressOf(ownerId: string, key: string): Promise<string | null> {
    const known = await this.objects.findReady(this.derivedKey(ownerId, key));
    return known && mediaUrlOf(known.key);
  }

  /** Opens media saved under a `key` of SaveMedia, as for its owner; null when there is none. */
  openSaved(ownerId: string, key: string): Promise<OpenedMedia | null> {
    return this.open(this.derivedKey(ownerId, key), ownerId);
  }

  /** Returns media saved under these `key`s of SaveMedia, in the same order, without missing ones. */
  async findAll(ownerId: string, keys: readonly string[]): Promise<SavedMedia[]> {
    const derived = keys.map((key) => this.derivedKey(ownerId, key));
    const found = new Map((await this.objects.findAllReady(derived)).map((object) => [object.key, object]));
    return derived.flatMap((key) => found.get(key) ?? []).map(describe);
  }

  /** Returns the SHA-256 of each stored file, by its address; leaves out other addresses. */
  async hashesOf(urls: readonly string[]): Promise<Record<string, string>> {
    const found = await this.objects.findAllReady(urls.flatMap((url) => keyOfMediaUrl(url) ?? []));
    return Object.fromEntries(found.map(({ key, sha256 }) => [mediaUrlOf(key), sha256]));
  }

  /** A file is `generated` if a model made a part of it, and `mixed` if another part was uploaded. */
  private async madeOf({ byModel, from }: Origin = BY_MODEL): Promise<{ generated: boolean; mixed: boolean }> {
    const parts = await this.objects.findAllReady(from.flatMap((url) => keyOfMediaUrl(url) ?? []));
    const generated = byModel || parts.some((part) => part.generated);
    return { generated, mixed: generated && parts.some((part) => !part.generated || part.mixed) };
  }

  /** Deletes media of a content type that was saved before a time. Returns how many. */
  removeOlder(contentType: string, before: Date): Promise<number> {
    return this.discardAll(() => this.objects.withdrawOlder(contentType, before));
  }

  /** Deletes everything of an owner. */
  async removeAllOf(ownerId: string): Promise<void> {
    await this.discardAll(() => this.objects.withdrawOwned(ownerId));
  }

  /** Deletes unused files: withdraws all first, and serves those again that `usedBy` still returns after that. */
  async removeUnless(
    ownerId: string,
    keys: readonly string[],
    usedBy: (keys: readonly string[]) => Promise<ReadonlySet<string>>,
  ): Promise<{ count: number; bytes: number }> {
    const withdrawn = await this.objects.withdrawAll(ownerId, keys);
    const used = await usedBy(withdrawn.map(({ key }) => key));
    const unused = withdrawn.filter(({ key }) => !used.has(key));
    await this.objects.serveAgain(withdrawn.flatMap(({ key, blob }) => (used.has(key) ? [blob] : [])));
    for (const { blob } of unused) await this.discard(blob);
    return { count: unused.length, bytes: unused.reduce((sum, { size }) => sum + size, 0) };
  }

  /** Discards one batch after another until none is left. Returns the number of blobs. */
  private async discardAll(withdraw: () => Promise<string[]>): Promise<number> {
    for (let count = 0; ;) {
      const blobs = await withdraw();
      for (const blob of blobs) await this.discard(blob);
      count += blobs.length;
      if (blobs.length === 0) return count;
    }
  }

  /** Deletes media saved under a `key` of SaveMedia, if any. The sweep deletes bytes that a crash leaves behind. */
  async remove(ownerId: string, key: string): Promise<void> {
    for (const blob of await this.objects.withdraw(this.derivedKey(ownerId, key))) await this.discard(blob);
  }

  /**
   * Receives the bytes for an upload address. Earlier bytes of that address stay until the new ones are complete, and
   * are then deleted.
   * @param upload.exactBytes required size, if agreed on
   * @param upload.reserve bytes that count against the quota during the upload
   * @throws TooLarge, QuotaReached; DomainError 'bad_request' for too few bytes, 'conflict' when an upload of the key
   * is finished already
   */
  async receive(
    upload: Incoming & { exactBytes: number | null; reserve: number; quota: number },
  ): Promise<{ blob: string; size: number }> {
    const blob = this.newKey();
    const begun = { ...upload, blob, size: upload.reserve };
    if (!(await this.objects.beginUpload(begun, upload.quota, this.clock.now()))) {
      upload.source.destroy();
      throw new QuotaReached(upload.quota);
    }
    const size = await this.put(blob, upload, async (stored) => {
      if (stored.size === 0) throw new DomainError('bad_request', 'The file is empty.');
      if (upload.exactBytes !== null && stored.size !== upload.exactBytes)
        throw new DomainError('bad_request', 'The upload was interrupted. Please try again.');
      const replaced = await this.objects.replace(upload.key, blob, stored);
      if (!replaced) throw new DomainError('conflict', 'This upload is already complete.');
      for (const old of replaced) await this.discard(old);
    });
    return { blob, size };
  }

  /**
   * Stores a file of known origin; it counts against the quota as an upload does. A repeat returns the first file.
   * @throws QuotaReached, TooLarge
   */
  async saveUpload(
    media: Pick<SaveMedia, 'ownerId' | 'contentType' | 'visibility' | 'maxBytes'> & {
      key: string;
      stream: Readable;
      size: number;
      quota: number;
      made: { generated: boolean; mixed: boolean };
    },
  ): Promise<SavedMedia> {
    const { made, stream, quota, size } = media;
    const key = this.derivedKey(media.ownerId, media.key);
    const blob = this.newKey();
    const incoming = { ...media, key, ...labelled(media, stream, made) };
    if (!(await this.objects.beginUpload({ ...incoming, ...made, blob, size }, quota, this.clock.now()))) {
      stream.destroy();
      throw new QuotaReached(quota);
    }
    return this.finish(blob, incoming);
  }

  /**
   * Stores the bytes of an object whose upload has begun, and serves it, unless an object with its key is served
   * already.
   */
  private async finish(blob: string, incoming: Incoming): Promise<SavedMedia> {
    await this.put(blob, incoming, async (stored) => {
      if (!(await this.objects.uploaded(blob, stored))) throw new Error('The row of a stored object is gone');
    });
    if (!(await this.objects.ready(blob, incoming))) await this.discard(blob);
    const saved = await this.objects.findReady(incoming.key);
    if (!saved) throw new Error('A saved object is missing');
    return describe(saved);
  }

  private async put(blob: string, incoming: Incoming, record: (stored: StoredBytes) => Promise<void>): Promise<number> {
    try {
      const stored = await this.storage.put(blob, incoming.source, incoming);
      await record(stored);
      return stored.size;
    } catch (error) {
      // If this fails too, the row remains and the sweep of abandoned uploads finds it.
      await this.discard(blob).catch(() => undefined);
      throw error;
    }
  }

  /** Opens the media under a key; null unless they are ready and the reader may see them. */
  async open(
    key: string,
    /** The reader; undefined for a caller without a session. */
    readerId: string | undefined,
    /** The `shared` parameter of an address by `shareUrlOf`. */
    shared?: string,
  ): Promise<OpenedMedia | null> {
    const object = isMediaKey(key) ? await this.objects.findReady(key) : null;
    if (!object) return null;
    const isReaders = object.visibility === 'public' || object.ownerId === readerId;
    if (!isReaders && !(shared !== undefined && this.isShared(key, shared))) return null;
    return { object, read: (range) => this.read(object, range), check: () => this.check(object) };
  }

  /** Returns an address at which anybody may read the file until a time; for a platform that fetches a post's media. */
  shareUrlOf(key: string, until: Date): string {
    const expires = `${until.getTime()}`;
    return `${mediaUrlOf(key)}?shared=${expires}.${this.shareMac(key, expires)}`;
  }

  private isShared(key: string, shared: string): boolean {
    const [, expires, mac] = SHARED.exec(shared) ?? [];
    if (expires === undefined || mac === undefined || Number(expires) < this.clock.now().getTime()) return false;
    return isSameSecret(mac, this.shareMac(key, expires));
  }

  private shareMac(key: string, expires: string): string {
    return createHmac('sha256', this.config.sessionSecret)
      .update(JSON.stringify(['share', key, expires]))
      .digest('base64url');
  }

  /**
   * Opens the bytes. Fails before anything is sent when the length is wrong; the stream fails when it ends too soon.
   * @throws DamagedFile
   */
  async read(object: StoredObject, range?: ByteRange): Promise<Readable> {
    const found = await this.storage.get(object.blob, range);
    if (found?.size !== object.size) {
      found?.bytes.destroy();
      throw this.damaged(object, found ? 'damaged' : 'missing');
    }
    const length = range ? range.end - range.start + 1 : object.size;
    const whole = exactly(length, () => this.damaged(object, 'damaged'));
    // The reader gets errors from the stream, so the pipeline's callback ignores them.
    pipeline(found.bytes, whole, () => undefined);
    return whole;
  }

  /** Compares the stored length; returns the problem, or null. */
  private async check(object: StoredObject): Promise<DamagedFile['problem'] | null> {
    const found = await this.storage.stat(object.blob);
    if (found?.size === object.size) return null;
    return this.damaged(object, found ? 'damaged' : 'missing').problem;
  }

  private damaged(object: StoredObject, problem: DamagedFile['problem']): DamagedFile {
    this.logger.error(`The stored file ${object.blob} (key ${object.key}) is ${problem}`);
    return new DamagedFile(problem);
  }

  /** Deletes the bytes, with the thumbnails made from them. */
  async discard(blob: string): Promise<void> {
    for (const gone of [...(await this.objects.withdrawThumbnails(blob)), blob]) {
      await this.storage.delete(gone);
      await this.objects.forget(gone);
    }
  }

  /** 192 random bits: only people who were given an address can know it. */
  newKey(): string {
    return randomBytes(24).toString('base64url');
  }

  /** Derives a key that only the server can recompute; for others it is as hard to guess as a random one. */
  private derivedKey(ownerId: string, name: string): string {
    const mac = createHmac('sha256', this.config.sessionSecret).update(JSON.stringify(['media-key', ownerId, name]));
    return mac.digest('base64url').slice(0, 32);
  }
}

const describe = ({ key, size, contentType, sha256 }: StoredObject): SavedMedia => ({
  key,
  url: mediaUrlOf(key),
  size,
  contentType,
  sha256,
});
