import { Inject, Injectable } from '@nestjs/common';
import { Clock } from '../../lib/time';
import { HourlySweep } from './hourly-sweep';
import { MediaStore } from './media-store';
import { OBJECT_STORAGE, type ObjectStorage } from './object-storage';
import { StoredObjects } from './stored-objects';

const HOUR = 60 * 60 * 1_000;
/** Time for a whole upload to be finished. */
const KEPT_MS = 24 * HOUR;
/** Longer than any request: an upload still being written after this was cut off. */
const WRITTEN_MS = 6 * HOUR;

/** Deletes uploads that were never finished, or were cut off on their way in. */
@Injectable()
export class AbandonedUploads extends HourlySweep {
  protected readonly what = 'Abandoned uploads';

  constructor(
    private readonly media: MediaStore,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    private readonly objects: StoredObjects,
    private readonly clock: Clock,
  ) {
    super();
  }

  async sweep(): Promise<number> {
    const now = this.clock.now().getTime();
    const before = { writing: new Date(now - WRITTEN_MS), uploaded: new Date(now - KEPT_MS) };
    await this.storage.clear(before.writing);
    let count = 0;
    for (;;) {
      const blobs = await this.objects.abandoned(before);
      for (const blob of blobs) await this.media.discard(blob);
      count += blobs.length;
      if (blobs.length === 0) return count;
    }
  }
}
