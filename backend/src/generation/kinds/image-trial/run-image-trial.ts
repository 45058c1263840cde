import { Injectable } from '@nestjs/common';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import { RunImageJob } from '../image/run-image-job';
import { imageReruns } from './image-trials';

export const IMAGE_RERUN_QUEUE = 'image-trials';

/** The same work as that of a scene's own images, in a queue of its own, so that no creator waits for it. */
@Injectable()
@JobWorker()
export class RunImageRerun extends RunImageJob {
  override readonly queue = IMAGE_RERUN_QUEUE;
  override readonly kind = imageReruns;
}
