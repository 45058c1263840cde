import { Inject, Injectable } from '@nestjs/common';
import { AggregateStore } from '../../../platform/commands/aggregate-store';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { Job, JobHandler, JobRequest } from '../../../platform/processes/process';
import type { ProjectEvents } from '../../../projects';
import { GenerationJobRepository } from '../../workers/generation-job.repository';
import { GENERATION_ATTEMPTS } from '../../workers/generation-process-manager';
import { GenerationFailed, NoLongerWanted } from '../../workers/run-generation';
import { KeptStartImages } from './kept-start-images';
import { StartImages } from './start-image';
import { decideFailVideoJob } from './video-job-steps';
import { START_IMAGE_QUEUE, VIDEO_QUEUE } from './video-queue';
import { whileWanted } from '../../workers/while-wanted';

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

  constructor(
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(StartImages) private readonly startImages: StartImages,
    @Inject(KeptStartImages) private readonly kept: KeptStartImages,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    const document = this.documentOf(job);
    try {
      if (await this.fetch(job.ownerId, document, signal)) return [followingJob(job, document.jobId)];
    } catch (error) {
      if (error instanceof GenerationFailed) await this.fail(document, error.message);
      else if (!(error instanceof NoLongerWanted)) throw error;
    }
    // Its clip may have ended before the picture was kept, also in a run that was cut off after that.
    await this.kept.forget(job.ownerId, document.jobId);
    return [];
  }

  /** Whether the clip can be made now; false when nobody wants it any more. */
  private async fetch(ownerId: string, document: GenerationJobRepository, signal: AbortSignal): Promise<boolean> {
    const wanted = await document.current();
    if (!wanted) return false;
    if ((await this.kept.addressOf(ownerId, wanted)) !== null) return true;
    const isWanted = async () => (await document.current()) !== null;
    const { imageUrl } = wanted.queued as ProjectEvents['VideoJobQueued'];
    await whileWanted(isWanted, signal, async (ends) => {
      await this.kept.keep(ownerId, wanted.jobId, await this.startImages.read(imageUrl, ownerId, ends));
    });
    return isWanted();
  }

  exhausted(job: Job): Promise<void> {
    return this.fail(this.documentOf(job), 'The image of the scene could not be fetched. Please try again.');
  }

  private async fail(document: GenerationJobRepository, message: string): Promise<void> {
    await document.write('fail', (state) => decideFailVideoJob(state, document.jobId, message));
  }

  private documentOf(job: Job): GenerationJobRepository {
    return new GenerationJobRepository(this.store, 'fetch-start-image', job);
  }
}

/** Its key differs from the one of a job that the process would ask for: both may have been there. */
const followingJob = ({ payload, ownerId, correlationId, causationId }: Job, jobId: string): JobRequest => ({
  queue: VIDEO_QUEUE,
  dedupKey: `${jobId}:fetched`,
  ownerId,
  payload,
  correlationId,
  causationId,
});
