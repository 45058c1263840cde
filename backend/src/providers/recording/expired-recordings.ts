import { Inject, Injectable } from '@nestjs/common';
import { CLOCK, type Clock } from '../../platform/clock';
import { APP_CONFIG, type AppConfig } from '../../platform/config/app-config';
import { HourlySweep, MediaStore } from '../../platform/storage';
import { RECORDING_TYPE } from './run-recordings';

const DAY = 24 * 60 * 60 * 1_000;

/** Deletes recordings of provider calls after RUN_RECORDINGS_DAYS. */
@Injectable()
export class ExpiredRecordings extends HourlySweep {
  protected readonly what = 'Expired recordings';

  constructor(
    @Inject(MediaStore) private readonly media: MediaStore,
    @Inject(CLOCK) private readonly clock: Clock,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'runRecordingsDays'>,
  ) {
    super();
  }

  sweep(): Promise<number> {
    const before = new Date(this.clock.now().getTime() - this.config.runRecordingsDays * DAY);
    return this.media.removeOlder(RECORDING_TYPE, before);
  }
}
