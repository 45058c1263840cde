import { Injectable } from '@nestjs/common';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { GenerationJob, VideoAsked } from '../../../storyboard';
import type { RerunOf } from '../../domain/trial';
import { RunVideoJob, type StartsFrom } from '../video/run-video-job';
import { videoReruns } from './video-trials';

export const VIDEO_RERUN_QUEUE = 'video-trials';

/**
 * The same work as that of a scene's own clips, in a queue of its own, so that no creator waits for it. The picture is the
 * scene owner's; one from outside is fetched here, since a slow address costs other trials at most.
 */
@Injectable()
@JobWorker()
export class RunVideoRerun extends RunVideoJob {
  override readonly queue = VIDEO_RERUN_QUEUE;
  override readonly kind = videoReruns;

  protected override startsFrom({ queued }: GenerationJob<VideoAsked & RerunOf>): Promise<StartsFrom> {
    return Promise.resolve({ url: queued.imageUrl, ownerId: queued.sceneOwnerId });
  }
}
