import { createHmac, randomBytes } from 'node:crypto';
import { pipeline, Readable, Transform } from 'node:stream';
import { Inject, Injectable, Logger } from '@nestjs/common';
import { DomainError } from '../../lib/domain-error';
import { isSameSecret } from '../../lib/secrets';
import { CLOCK } from '../../lib/time';
import type { Clock } from '../../lib/time';
import { APP_CONFIG } from '../config/app-config';
import type { AppConfig } from '../config/app-config';
import { OBJECT_STORAGE } from './object-storage';
import type { ByteRange, ObjectStorage, StoredBytes } from './object-storage';
import { StoredObjects } from './stored-objects';
import type { StoredObject, Visibility } from './stored-objects';

/** The bytes of a stored file are not what was stored. Only those who run the installation can mend that. */
export class DamagedFile extends DomainError {
  constructor(readonly problem: 'missing' | 'damaged') {
    super(
      'unavailable',
      problem === 'missing'
        ? 'This file is missing from storage. Please tell whoever runs this installation.'
        : 'This file is damaged in storage. Please tell whoever runs this installation.',
    );
  }
}

/** Passes bytes on and fails where they are not as many as promised, so that no half file looks like a whole one. */
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

const MB = 1_048_576;

export class QuotaReached extends DomainError {
  /** @param quota in bytes */
  constructor(quota: number) {
    super(
      'quota_reached',
      `Your uploads may take ${Math.floor(quota / MB)} MB in all, and this file would be too much. ` +
        'Please ask whoever runs this installation for more room.',
    );
  }
}

const MEDIA_PATH = '/api/media/';
const KEY = /^[A-Za-z0-9_-]{22,64}$/;
const SHARED = /^(\d{1,15})\.([A-Za-z0-9_-]{43})$/;

export const MEDIA_STORE = Symbol('MediaStore');
export const isMediaKey = (key: string): boolean => KEY.test(key);
export const mediaUrlOf = (key: string): string => MEDIA_PATH + key;

/** The key in an address of ours; null for any other address. */
export function keyOfMediaUrl(url: string): string | null {
  const key = url.startsWith(MEDIA_PATH) ? url.slice(MEDIA_PATH.length) : '';
  return isMediaKey(key) ? key : null;
}

export interface SaveMedia {
  ownerId: string;
  /** The bytes, as one or the other. */
  stream?: Readable;
  buffer?: Uint8Array;
  contentType: string;
  visibility: Visibility;
  maxBytes: number;
  /** What the bytes are saved for, such as a job's derived id: saved again, the first bytes stay and are answered. */
  key?: string;
  /** The blob of the picture that this is a small copy of, and with which it goes. */
  thumbnailOf?: string;
}

export interface SavedMedia {
  key: string;
  /** /api/media/<key> */
  url: string;
  size: number;
  contentType: string;
  /** In hexadecimal. */
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
  /** What is wrong with the bytes, as far as their length tells; null when nothing is. */
  check(): Promise<DamagedFile['problem'] | null>;
}

/** Pictures, clips and sounds, with whose they are. Bytes once ready never change. */
@Injectable()
export class MediaStore {
  private readonly logger = new Logger(MediaStore.name);

  constructor(
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    @Inject(StoredObjects) private readonly objects: StoredObjects,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'sessionSecret'>,
  ) {}

  /** @throws TooLarge */
  async save(media: SaveMedia): Promise<SavedMedia> {
    const key = media.key === undefined ? this.newKey() : this.derivedKey(media.ownerId, media.key);
    const known = media.key === undefined ? null : await this.objects.findReady(key);
    const source = media.stream ?? Readable.from([media.buffer ?? new Uint8Array()]);
    if (known) {
      source.destroy();
      return describe(known);
    }
    const blob = this.newKey();
    const incoming = { ...media, key, source };
    await this.objects.begin({ ...incoming, blob }, this.clock.now());
    await this.put(blob, incoming, async (stored) => {
      if (!(await this.objects.uploaded(blob, stored))) throw new Error('The row of a stored object is gone');
    });
    if (!(await this.objects.ready(blob, media))) await this.discard(blob);
    const saved = await this.objects.findReady(key);
    if (!saved) throw new Error('A saved object is not there');
    return describe(saved);
  }

  /** The address of what was saved under a `key` of SaveMedia; null when nothing was. */
  async addressOf(ownerId: string, key: string): Promise<string | null> {
    const known = await this.objects.findReady(this.derivedKey(ownerId, key));
    return known && mediaUrlOf(known.key);
  }

  /** What was saved under a `key` of SaveMedia, as its owner is served it; null when nothing was. */
  openSaved(ownerId: string, key: string): Promise<OpenedMedia | null> {
    return this.open(this.derivedKey(ownerId, key), ownerId);
  }

  /** What was saved under any of these `key`s of SaveMedia, in their order. */
  async findAll(ownerId: string, keys: readonly string[]): Promise<SavedMedia[]> {
    const derived = keys.map((key) => this.derivedKey(ownerId, key));
    const found = new Map((await this.objects.findAllReady(derived)).map((object) => [object.key, object]));
    return derived.flatMap((key) => found.get(key) ?? []).map(describe);
  }

  /** Deletes what was saved as a type of content before a time. Answers how many there were. */
  async removeOlder(contentType: string, before: Date): Promise<number> {
    for (let count = 0; ;) {
      const blobs = await this.objects.withdrawOlder(contentType, before);
      for (const blob of blobs) await this.discard(blob);
      count += blobs.length;
      if (blobs.length === 0) return count;
    }
  }

  /** Deletes what was saved under a `key` of SaveMedia, if anything was. What a crash leaves of it, the sweep deletes. */
  async remove(ownerId: string, key: string): Promise<void> {
    for (const blob of await this.objects.withdraw(this.derivedKey(ownerId, key))) await this.discard(blob);
  }

  /**
   * Takes bytes in for an upload address. What came to it before stays until the new bytes are whole, and then goes.
   * @param upload.exactBytes how many have to come, if that was agreed on
   * @param upload.reserve bytes that count against the quota while they come in
   * @throws TooLarge, QuotaReached; DomainError 'bad_request' for too few bytes, 'conflict' when an upload of the key is
   * finished already
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

  private async put(blob: string, incoming: Incoming, record: (stored: StoredBytes) => Promise<void>): Promise<number> {
    try {
      const stored = await this.storage.put(blob, incoming.source, incoming);
      await record(stored);
      return stored.size;
    } catch (error) {
      // If this fails too, the row is still there and the sweep of abandoned uploads finds it.
      await this.discard(blob).catch(() => undefined);
      throw error;
    }
  }

  /** What is served under a key; null when there is nothing, or nothing ready. */
  async open(
    key: string,
    /** For whom; undefined for a caller without a session. */
    readerId: string | undefined,
    /** What `shareUrlOf` has put into the address. */
    shared?: string,
  ): Promise<OpenedMedia | null> {
    const object = isMediaKey(key) ? await this.objects.findReady(key) : null;
    if (!object) return null;
    const isReaders = object.visibility === 'public' || object.ownerId === readerId;
    if (!isReaders && !(shared !== undefined && this.isShared(key, shared))) return null;
    return { object, read: (range) => this.read(object, range), check: () => this.check(object) };
  }

  /** An address of the file that anybody may read until then; for a platform that fetches what it is to publish. */
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

  /** Fails rather than to promise what is not there; the stream fails where it ends too soon. @throws DamagedFile */
  async read(object: StoredObject, range?: ByteRange): Promise<Readable> {
    const found = await this.storage.get(object.blob, range);
    if (found?.size !== object.size) {
      found?.bytes.destroy();
      throw this.damaged(object, found ? 'damaged' : 'missing');
    }
    const length = range ? range.end - range.start + 1 : object.size;
    const whole = exactly(length, () => this.damaged(object, 'damaged'));
    // Whoever reads is told by the stream; nobody else waits for this.
    pipeline(found.bytes, whole, () => undefined);
    return whole;
  }

  /** Whether the bytes are there in full length: what is wrong with them, or null. */
  private async check(object: StoredObject): Promise<DamagedFile['problem'] | null> {
    const found = await this.storage.stat(object.blob);
    if (found?.size === object.size) return null;
    return this.damaged(object, found ? 'damaged' : 'missing').problem;
  }

  private damaged(object: StoredObject, problem: DamagedFile['problem']): DamagedFile {
    this.logger.error(`The stored file ${object.blob} (key ${object.key}) is ${problem}`);
    return new DamagedFile(problem);
  }

  /** With the thumbnails that were made of it. */
  async discard(blob: string): Promise<void> {
    for (const gone of [...(await this.objects.withdrawThumbnails(blob)), blob]) {
      await this.storage.delete(gone);
      await this.objects.forget(gone);
    }
  }

  /** 192 random bits: who knows an address was told it. */
  newKey(): string {
    return randomBytes(24).toString('base64url');
  }

  /** Repeatable for us, and for everybody else as hard to guess as a random one. */
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
