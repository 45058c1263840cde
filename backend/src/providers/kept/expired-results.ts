import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock';
import { HourlySweep, MediaStore } from '../../platform/storage';
import { KEPT_TYPE } from './kept-results';

/** Twice as long as any job may take. */
const KEPT_MS = 12 * 60 * 60 * 1_000;

/** Deletes kept results once nobody can need them any more. */
@Injectable()
export class ExpiredResults extends HourlySweep {
  protected readonly what = 'Expired results of providers';

  constructor(
    @Inject(MediaStore) private readonly media: MediaStore,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {
    super();
  }

  sweep(): Promise<number> {
    return this.media.removeOlder(KEPT_TYPE, new Date(this.clock.now().getTime() - KEPT_MS));
  }
}
