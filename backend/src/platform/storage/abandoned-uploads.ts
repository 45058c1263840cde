import { Inject, Injectable, Logger, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common';
import { CLOCK, type Clock } from '../clock';
import { MediaStore } from './media-store';
import { StoredObjects } from './stored-objects';

const KEPT_MS = 24 * 60 * 60 * 1_000;
const SWEEP_EVERY_MS = 60 * 60 * 1_000;

/** Deletes uploads that were begun and never finished. */
@Injectable()
export class AbandonedUploads implements OnApplicationBootstrap, OnApplicationShutdown {
  private readonly logger = new Logger(AbandonedUploads.name);
  private timer: NodeJS.Timeout | null = null;

  constructor(
    @Inject(MediaStore) private readonly media: MediaStore,
    @Inject(StoredObjects) private readonly objects: StoredObjects,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  onApplicationBootstrap(): void {
    this.timer = setInterval(() => {
      this.sweep().catch((error: unknown) => this.logger.error(error, 'Abandoned uploads could not be deleted'));
    }, SWEEP_EVERY_MS);
    this.timer.unref();
  }

  onApplicationShutdown(): void {
    if (this.timer) clearInterval(this.timer);
  }

  /** Answers how many there were. */
  async sweep(): Promise<number> {
    const blobs = await this.objects.unfinished({ before: new Date(this.clock.now().getTime() - KEPT_MS) });
    for (const blob of blobs) await this.media.discard(blob);
    return blobs.length;
  }
}
