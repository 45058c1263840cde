import { Inject, Injectable } from '@nestjs/common';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { Job, JobHandler, JobRequest } from '../../../platform/processes/process';
import { followingJob } from '../../workers/following-job';
import { JobOrchestrator } from '../../workers/generation-process-manager';
import { GENERATION_ATTEMPTS, reasonFor } from '../../workers/generation-worker';
import { whileWanted } from '../../workers/while-wanted';
import { KeptStartImages } from './kept-start-images';
import { StartImages } from './start-image';
import { videoJobs } from './video-jobs';
import { START_IMAGE_QUEUE, VIDEO_QUEUE } from './video-queue';

const WORKER = 'fetch-start-image';

/** Fetches the picture of a clip from outside and keeps it; the clip itself is made by a job that follows. */
@Injectable()
@JobWorker()
export class FetchStartImage implements JobHandler {
  readonly queue = START_IMAGE_QUEUE;
  readonly concurrency = 8;
  /** Addresses that are slow on purpose cost their own user most. */
  readonly perUser = 2;
  readonly fair = true;
  readonly maxAttempts = GENERATION_ATTEMPTS;
  readonly endangersNode = true;

  constructor(
    @Inject(JobOrchestrator) private readonly manager: JobOrchestrator,
    @Inject(StartImages) private readonly startImages: StartImages,
    @Inject(KeptStartImages) private readonly kept: KeptStartImages,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    const following = await this.manager.attempt(WORKER, job, signal, () => this.fetch(job, signal));
    // Its clip may have ended before the picture was kept, also in a run that was cut off after that.
    if (following.length === 0) await this.kept.forget(job.ownerId, this.manager.jobs.idOf(job));
    return following;
  }

  exhausted(job: Job, error: Error): Promise<void> {
    const reason = reasonFor(error, "Couldn't load the scene's image. Please try again.");
    return this.manager.fail(WORKER, job, reason);
  }

  /** The job that makes the clip; none when nobody wants it any more. */
  private async fetch(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    const { ownerId } = job;
    const { jobs } = this.manager;
    const wanted = await jobs.wanted(job, videoJobs);
    if (!wanted) return [];
    // Its key differs from the one of a job that the process would ask for: both may have been there.
    const following = [followingJob(job, VIDEO_QUEUE, `${wanted.jobId}:fetched`)];
    if ((await this.kept.addressOf(ownerId, wanted)) !== null) return following;
    const isWanted = () => jobs.isWanted(job, videoJobs);
    await whileWanted(isWanted, signal, async (ends) => {
      const picture = await this.startImages.read(wanted.queued.imageUrl, ownerId, ends);
      await this.kept.keep(ownerId, wanted.jobId, picture);
    });
    return (await isWanted()) ? following : [];
  }
}
