import { Inject, Injectable } from '@nestjs/common';
import { z } from 'zod';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../../../platform/processes/process';
import { FORGET_START_IMAGE_QUEUE } from './forget-start-image.process';
import { KeptStartImages } from './kept-start-images';

const payloadSchema = z.object({ jobId: z.string() });

/** Deletes the picture of a clip that has ended, in the storage too. */
@Injectable()
@JobWorker()
export class ForgetStartImage implements JobHandler {
  readonly queue = FORGET_START_IMAGE_QUEUE;
  readonly concurrency = 2;
  /** A storage may be away for long. */
  readonly maxAttempts = 50;

  constructor(@Inject(KeptStartImages) private readonly kept: KeptStartImages) {}

  async run({ payload, ownerId }: Job): Promise<void> {
    await this.kept.forget(ownerId, payloadSchema.parse(payload).jobId);
  }
}
