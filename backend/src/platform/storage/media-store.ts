import { createHmac, randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock';
import { APP_CONFIG, type AppConfig } from '../config/app-config';
import { Refusal } from '../domain/refusal';
import { type ByteRange, OBJECT_STORAGE, type ObjectStorage } from './object-storage';
import { type StoredObject, StoredObjects, type Visibility } from './stored-objects';

const MEDIA_PATH = '/api/media/';
const KEY = /^[A-Za-z0-9_-]{22,64}$/;

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
}

export interface SavedMedia {
  key: string;
  /** /api/media/<key> */
  url: string;
  size: number;
  contentType: string;
}

/** Pictures, clips and sounds, with whose they are. Bytes once ready never change. */
@Injectable()
export class MediaStore {
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
    const { blob } = await this.receive({ ...media, key, source });
    if (!(await this.objects.ready(blob, media))) await this.discard(blob);
    const saved = await this.objects.findReady(key);
    if (!saved) throw new Error('A saved object is not there');
    return describe(saved);
  }

  /** Takes bytes in that are not to be served yet. @throws TooLarge */
  async receive(upload: {
    key: string;
    ownerId: string;
    contentType: string;
    visibility: Visibility;
    maxBytes: number;
    source: Readable;
  }): Promise<{ blob: string; size: number }> {
    const blob = this.newKey();
    await this.objects.begin({ ...upload, blob }, this.clock.now());
    try {
      const stored = await this.storage.put(blob, upload.source, upload);
      if (!(await this.objects.uploaded(blob, stored)))
        throw new Refusal('conflict', 'This upload is finished already.');
      return { blob, size: stored.size };
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
  ): Promise<{ object: StoredObject; read(range?: ByteRange): Promise<Readable> } | null> {
    const object = isMediaKey(key) ? await this.objects.findReady(key) : null;
    if (!object || (object.visibility === 'private' && object.ownerId !== readerId)) return null;
    return { object, read: (range) => this.read(object.blob, range) };
  }

  /** Does an address name something of ours that belongs to the user? */
  async ownedBy(url: string, userId: string): Promise<boolean> {
    const key = keyOfMediaUrl(url);
    return key !== null && (await this.objects.findReady(key))?.ownerId === userId;
  }

  async read(blob: string, range?: ByteRange): Promise<Readable> {
    const bytes = await this.storage.get(blob, range);
    if (!bytes) throw new Error('The bytes of a stored object are missing');
    return bytes;
  }

  async discard(blob: string): Promise<void> {
    await this.storage.delete(blob);
    await this.objects.forget(blob);
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

const describe = ({ key, size, contentType }: StoredObject): SavedMedia => ({
  key,
  url: mediaUrlOf(key),
  size,
  contentType,
});
