import { Injectable } from '@nestjs/common';
import { z } from 'zod';
import { jobFrom, JobWorker } from '../../../eventsourcing/reactors/reactor';
import type { Job, JobHandler, JobRequest, Reactor } from '../../../eventsourcing/reactors/reactor';
import { isJobEvent } from '../../../projects/storyboard';
import { GENERATION_ATTEMPTS, JobOrchestrator, reasonFor } from '../../workers/job-orchestrator';
import { followingJob } from '../../workers/job-queue';
import { whileWanted } from '../../workers/run-generation';
import { KeptStartImages, StartImages } from './start-image';
import { START_IMAGE_QUEUE, VIDEO_QUEUE, videoJobs } from './video-job';

const WORKER = 'fetch-start-image';

/** Fetches a clip's external start image and stores it; a following job makes the clip. */
@Injectable()
@JobWorker()
export class FetchStartImage implements JobHandler {
  readonly queue = START_IMAGE_QUEUE;
  readonly concurrency = 8;
  /** Limited per user, so that an address that is slow on purpose mostly delays the user who gave it. */
  readonly perUser = 2;
  readonly fair = true;
  readonly maxAttempts = GENERATION_ATTEMPTS;
  readonly endangersNode = true;

  constructor(
    private readonly manager: JobOrchestrator,
    private readonly startImages: StartImages,
    private readonly kept: KeptStartImages,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    const following = await this.manager.attempt(WORKER, job, signal, () => this.fetch(job, signal));
    // The clip may have ended before the image was stored, even in an earlier run that was cut off afterwards.
    if (following.length === 0) await this.kept.forget(job.ownerId, this.manager.jobs.idOf(job));
    return following;
  }

  exhausted(job: Job, error: Error): Promise<void> {
    const reason = reasonFor(error, "Couldn't load the scene's image. Please try again.");
    return this.manager.fail(WORKER, job, reason);
  }

  /** Returns the job that makes the clip; none when the clip is no longer wanted. */
  private async fetch(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    const { ownerId } = job;
    const { jobs } = this.manager;
    const wanted = await jobs.wanted(job, videoJobs);
    if (!wanted) return [];
    // The key differs from that of the job that the reactor would request, since both jobs may exist.
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

const FORGET_START_IMAGE_QUEUE = 'forget-start-image';

/** Deletes a clip's fetched start image once the clip has ended, whatever its outcome. */
export const forgetStartImageReactor: Reactor = {
  name: 'forget-start-image',
  types: [videoJobs.type('Completed'), videoJobs.type('Failed')],
  react(event) {
    if (!isJobEvent(event)) return [];
    const { jobId } = event.data;
    return [jobFrom(event, { queue: FORGET_START_IMAGE_QUEUE, dedupKey: jobId, payload: { jobId } })];
  },
};

const payloadSchema = z.object({ jobId: z.string() });

/** Deletes the start image of a finished clip, including its bytes in the storage. */
@Injectable()
@JobWorker()
export class ForgetStartImage implements JobHandler {
  readonly queue = FORGET_START_IMAGE_QUEUE;
  readonly concurrency = 2;
  /** Many attempts, since a storage may be unavailable for a long time. */
  readonly maxAttempts = 50;

  constructor(private readonly kept: KeptStartImages) {}

  async run({ payload, ownerId }: Job): Promise<void> {
    await this.kept.forget(ownerId, payloadSchema.parse(payload).jobId);
  }
}
