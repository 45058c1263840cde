import { Injectable } from '@nestjs/common';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import { RunImageJob } from '../image/run-image-job';
import { imageTrials } from './image-trials';

export const IMAGE_TRIAL_QUEUE = 'image-trials';

/** The same work as that of a scene's own images, in a queue of its own, so that no creator waits for it. */
@Injectable()
@JobWorker()
export class RunImageTrial extends RunImageJob {
  override readonly queue = IMAGE_TRIAL_QUEUE;
  override readonly kind = imageTrials;
}
