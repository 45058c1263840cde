import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock';
import { MediaStore } from './media-store';
import { OBJECT_STORAGE, type ObjectStorage } from './object-storage';
import { StoredObjects } from './stored-objects';

const HOUR = 60 * 60 * 1_000;
/** A whole upload waits that long to be finished. */
const KEPT_MS = 24 * HOUR;
/** No request lasts that long: what is still being written then was cut off. */
const WRITTEN_MS = 6 * HOUR;

/** Deletes what was uploaded and never finished, and what was cut off on its way in. At start, and every hour. */
@Injectable()
export class AbandonedUploads implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AbandonedUploads.name);
  private timer: NodeJS.Timeout | null = null;
  private sweeping: Promise<void> = Promise.resolve();

  constructor(
    @Inject(MediaStore) private readonly media: MediaStore,
    @Inject(OBJECT_STORAGE) private readonly storage: ObjectStorage,
    @Inject(StoredObjects) private readonly objects: StoredObjects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    const sweep = () => {
      this.sweeping = this.sweep().then(
        () => undefined,
        (error: unknown) => this.logger.error(error, 'Abandoned uploads could not be deleted'),
      );
    };
    this.timer = setInterval(sweep, HOUR);
    this.timer.unref();
    sweep();
  }

  async onApplicationShutdown(): Promise<void> {
    if (this.timer) clearInterval(this.timer);
    await this.sweeping;
  }

  /** Answers how many there were. */
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
