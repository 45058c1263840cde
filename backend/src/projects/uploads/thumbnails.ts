import { buffer } from 'node:stream/consumers';
import { Injectable, Logger } from '@nestjs/common';
import { FILE_LIMITS, THUMBNAIL_WIDTHS, type ThumbnailWidth } from '@storyreel/contracts';
import { LRUCache } from 'lru-cache';
import { TemporaryDomainError } from '../../lib/domain-error';
import { DecoderFailed, Pictures, UnusablePicture } from '../../infra/media/pictures';
import {
  DamagedFile,
  MediaStore,
  mediaUrlOf,
  type OpenedMedia,
  type Origin,
  type StoredObject,
} from '../../infra/storage';
import { withTimeout } from '../../lib/time';

const TYPE = 'image/webp';
const STILLS = THUMBNAIL_WIDTHS.map((width) => ({
  maxWidth: width,
  // Limits the height of very tall images, whose thumbnails are therefore narrower than the given width.
  maxHeight: width * 4,
  quality: 80,
  type: 'webp' as const,
}));
/** Largest file that is read: the size of an allowed image. */
const MAX_BYTES = FILE_LIMITS.image;
/** Failures are remembered, so that they are not retried at every request. */
const FAILED = { max: 10_000, ttl: 10 * 60_000 };

/**
 * Images that feeds accept: from 4:5 to 1.91:1, at most 1440 pixels wide, JPEG (developers.facebook.com, 'Image
 * specifications' of the Instagram Platform's media endpoint, read 2026-11-26).
 */
const FEED = { maxWidth: 1_440, maxHeight: 1_800, quality: 92, type: 'jpeg', ratios: [0.8, 1.91] } as const;
/** How an image of an unsuitable shape is made to fit: on a frame, or cropped. */
export type FeedFrame = 'feed' | 'feed-cropped';
const feedKeyOf = ({ blob }: StoredObject, frame: FeedFrame): string => `${frame}/${blob}`;

const keyOf = ({ blob }: StoredObject, width: ThumbnailWidth): string => `thumbnail/${blob}/${width}`;
/** Returns the origin of a copy, which is the origin of its image. */
const originOf = ({ key }: StoredObject): Origin => ({ byModel: false, from: [mediaUrlOf(key)] });
const canHave = ({ contentType, size }: StoredObject): boolean => contentType.startsWith('image/') && size <= MAX_BYTES;

/** Thumbnails of stored images: made at the first request, all widths at once, and kept. */
@Injectable()
export class Thumbnails {
  readonly limits = {
    /** Maximum wait of a request for thumbnails in progress; after that, the full image is sent. */
    patienceMs: 2_500,
    /** Maximum number of images, over all users, whose thumbnails are awaited at once. */
    waiting: 256,
  };
  private readonly logger = new Logger(Thumbnails.name);
  /** A separate bulkhead, so that uploads and clips do not wait behind a screen full of old images. */
  private readonly pictures = new Pictures({ atOnce: 1 });
  /** Thumbnails being made, by the blob of their image. */
  private readonly making = new Map<string, Promise<void>>();
  private readonly failed = new LRUCache<string, true>(FAILED);

  constructor(private readonly media: MediaStore) {}

  /**
   * Finds a thumbnail; returns the image itself if its thumbnail is not smaller, and null if there is no thumbnail
   * (yet). The caller has opened the image, so access to it has been checked.
   */
  async find(picture: OpenedMedia, width: ThumbnailWidth): Promise<OpenedMedia | null> {
    const { object } = picture;
    if (!canHave(object)) return null;
    const found = await this.whole(picture, width);
    if (found || this.failed.has(object.blob) || this.isCrowded(object)) return found;
    try {
      await withTimeout(this.limits.patienceMs, this.make(object), () => new StillBeingMade());
    } catch (error) {
      if (!(error instanceof StillBeingMade)) throw error;
      return null;
    }
    return this.whole(picture, width);
  }

  /**
   * Returns an image in a form that platforms' feeds accept: as JPEG, framed or cropped if it is too tall or too wide.
   * The copy is made at the first request and kept. Files that cannot be drawn are returned unchanged.
   * @throws TemporaryDomainError
   */
  async forFeed(picture: OpenedMedia, frame: FeedFrame): Promise<OpenedMedia> {
    const { object } = picture;
    if (!canHave(object)) return picture;
    const { ownerId, blob, visibility } = object;
    const key = feedKeyOf(object, frame);
    const found = await this.media.openSaved(ownerId, key);
    if (found && (await found.check()) === null) return found;
    if (found) await this.media.remove(ownerId, key);
    const read = async () => buffer(await this.media.read(object));
    const decoded = await this.pictures
      .decode(ownerId, read, { stills: [{ ...FEED, isCropped: frame === 'feed-cropped' }] })
      .catch((error: unknown) => {
        if (error instanceof UnusablePicture) return null;
        throw error;
      });
    if (!decoded) return picture;
    const [still] = decoded.stills;
    const maxBytes = MAX_BYTES;
    await this.media.save({
      ...{ ownerId, buffer: still, contentType: 'image/jpeg', visibility, maxBytes, key, thumbnailOf: blob },
      origin: originOf(object),
    });
    return (await this.media.openSaved(ownerId, key)) ?? picture;
  }

  /**
   * Reads a thumbnail; returns the image itself if the thumbnail is not smaller. A damaged thumbnail is discarded and
   * made again.
   */
  private async whole(picture: OpenedMedia, width: ThumbnailWidth): Promise<OpenedMedia | null> {
    const { object } = picture;
    const found = await this.media.openSaved(object.ownerId, keyOf(object, width));
    if (!found) return null;
    if (found.object.size >= object.size) return picture;
    if ((await found.check()) === null) return found;
    await this.media.remove(object.ownerId, keyOf(object, width));
    return null;
  }

  private isCrowded({ blob }: StoredObject): boolean {
    return this.making.size >= this.limits.waiting && !this.making.has(blob);
  }

  private make(object: StoredObject): Promise<void> {
    const underWay = this.making.get(object.blob);
    if (underWay) return underWay;
    const made = this.makeAll(object)
      .catch((error: unknown) => this.fail(object, error))
      .finally(() => this.making.delete(object.blob));
    this.making.set(object.blob, made);
    return made;
  }

  private fail({ blob }: StoredObject, error: unknown): void {
    // If the queue is full, the next request retries. A failing decoder has logged its error and would fail at every
    // request, so its failure is remembered.
    if (error instanceof TemporaryDomainError && !(error instanceof DecoderFailed)) return;
    this.failed.set(blob, true);
    if (![DecoderFailed, UnusablePicture, DamagedFile].some((known) => error instanceof known))
      this.logger.error(error, `No thumbnails could be made of ${blob}`);
  }

  private async makeAll(object: StoredObject): Promise<void> {
    const { blob, key, ownerId, visibility } = object;
    const keys = THUMBNAIL_WIDTHS.map((width) => keyOf(object, width));
    // Another request or node may have made the thumbnails meanwhile.
    if ((await this.media.findAll(ownerId, keys)).length === keys.length) return;
    const read = async () => buffer(await this.media.read(object));
    const { stills } = await this.pictures.decode(ownerId, read, { stills: STILLS });
    for (const [at, still] of stills.entries()) {
      await this.media.save({
        ownerId,
        buffer: still,
        contentType: TYPE,
        visibility,
        maxBytes: MAX_BYTES,
        key: keys[at],
        thumbnailOf: blob,
        origin: originOf(object),
      });
    }
    // If the image was deleted meanwhile, its thumbnails must be deleted too.
    if (!(await this.media.open(key, ownerId))) await this.media.discard(blob);
  }
}

class StillBeingMade extends Error {}
