import { Injectable } from '@nestjs/common';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { GenerationJob, VideoAsked } from '../../../storyboard';
import type { TrialOf } from '../../domain/trial';
import { RunVideoJob, type StartsFrom } from '../video/run-video-job';
import { videoTrials } from './video-trials';

export const VIDEO_TRIAL_QUEUE = 'video-trials';

/**
 * The same work as that of a scene's own clips, in a queue of its own, so that no creator waits for it. The picture is the
 * scene owner's; one from outside is fetched here, since a slow address costs other trials at most.
 */
@Injectable()
@JobWorker()
export class RunVideoTrial extends RunVideoJob {
  override readonly queue = VIDEO_TRIAL_QUEUE;
  override readonly kind = videoTrials;

  protected override startsFrom({ queued }: GenerationJob<VideoAsked & TrialOf>): Promise<StartsFrom> {
    return Promise.resolve({ url: queued.imageUrl, ownerId: queued.sceneOwnerId });
  }
}
