import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { AggregateStore } from '../../../platform/commands/aggregate-store';
import { derivedId } from '../../../platform/ids';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { Job, JobHandler, JobRequest } from '../../../platform/processes/process';
import { keyOfMediaUrl, MEDIA_STORE, type MediaStore } from '../../../platform/storage';
import type { GenerationJob, ProjectEvents } from '../../../projects';
import { JobDocument } from '../../workers/generation-job.repository';
import { GENERATION_ATTEMPTS } from '../../workers/generation-process-manager';
import { GenerationFailed, NoLongerWanted } from '../../workers/run-generation';
import { StartImages } from './start-image';
import { decideFailVideoJob } from './video-job-steps';
import { START_IMAGE_QUEUE, VIDEO_QUEUE } from './video-queue';
import { whileWanted } from '../../workers/while-wanted';

const keyOf = (jobId: string): string => derivedId(jobId, 'start-image');

/**
 * Where the picture that a clip starts from can be read without a slow stranger: in our own storage. Null while it is
 * still outside.
 */
export async function keptStartImage(
  media: MediaStore,
  ownerId: string,
  { jobId, queued }: Pick<GenerationJob, 'jobId' | 'queued'>,
): Promise<string | null> {
  const { imageUrl } = queued as ProjectEvents['VideoJobQueued'];
  return keyOfMediaUrl(imageUrl) === null ? media.addressOf(ownerId, keyOf(jobId)) : imageUrl;
}

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
    @Inject(MEDIA_STORE) private readonly media: MediaStore,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    const document = this.documentOf(job);
    const isWanted = async () => (await document.current()) !== null;
    try {
      const wanted = await document.current();
      if (!wanted) return [];
      if ((await keptStartImage(this.media, job.ownerId, wanted)) === null) {
        await whileWanted(isWanted, signal, (ends) => this.keep(wanted, job.ownerId, ends));
      }
      return [followingJob(job, document.jobId)];
    } catch (error) {
      if (error instanceof NoLongerWanted) return [];
      if (!(error instanceof GenerationFailed)) throw error;
      await this.fail(document, error.message);
      return [];
    }
  }

  exhausted(job: Job): Promise<void> {
    return this.fail(this.documentOf(job), 'The image of the scene could not be fetched. Please try again.');
  }

  private async keep({ jobId, queued }: GenerationJob, ownerId: string, signal: AbortSignal): Promise<void> {
    const { imageUrl } = queued as ProjectEvents['VideoJobQueued'];
    const { bytes, mimeType } = await this.startImages.read(imageUrl, ownerId, signal);
    await this.media.save({
      ownerId,
      buffer: bytes,
      contentType: mimeType,
      visibility: 'private',
      maxBytes: FILE_LIMITS.image,
      key: keyOf(jobId),
    });
  }

  private async fail(document: JobDocument, message: string): Promise<void> {
    await document.write('fail', (state) => decideFailVideoJob(state, document.jobId, message));
  }

  private documentOf(job: Job): JobDocument {
    return new JobDocument(this.store, 'fetch-start-image', job);
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
