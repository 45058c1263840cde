import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, LIMITS } from '@storyreel/contracts';
import {
  decideAcceptImageJob,
  decideCompleteImageJob,
  decideFailImageJob,
  decideStartImageJob,
  IMAGE_CONCURRENCY,
  IMAGE_QUEUE,
} from '../image-jobs';
import { derivedId } from '../platform/ids';
import { JobWorker } from '../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../platform/processes/process';
import { MEDIA_STORE, type MediaStore } from '../platform/storage';
import type { GenerationJob, ProjectEvents } from '../projects';
import type { ImageRequest } from '../providers/image/image-provider';
import type { Prediction } from '../providers/generation-provider';
import { PROVIDERS, type Providers } from '../providers/providers.token';
import { PaidWork } from '../zaps';
import { JobDocuments, type JobDocument } from './job-document';
import { copyOutput, type Generation, GenerationFailed, NoLongerWanted, runGeneration } from './run-generation';

const WORKER = 'run-image-job';

/** Makes the four images of a queued job and keeps them in our own storage. */
@Injectable()
@JobWorker()
export class RunImageJob implements JobHandler {
  readonly queue = IMAGE_QUEUE;
  readonly concurrency = IMAGE_CONCURRENCY;
  /** Being killed counts as an attempt, so this is far more than a flaky provider needs. */
  readonly maxAttempts = 40;
  readonly fair = true;

  constructor(
    @Inject(JobDocuments) private readonly documents: JobDocuments,
    @Inject(PROVIDERS) private readonly providers: Providers,
    @Inject(MEDIA_STORE) private readonly media: MediaStore,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const document = this.documents.of(WORKER, job);
    try {
      const prediction = await runGeneration(this.generation(document, job.ownerId), signal);
      await this.complete(document, job.ownerId, prediction, signal);
    } catch (error) {
      if (error instanceof NoLongerWanted) return;
      if (!(error instanceof GenerationFailed)) throw error;
      await this.fail(document, error.message);
    }
  }

  async exhausted(job: Job): Promise<void> {
    await this.fail(this.documents.of(WORKER, job), 'The images could not be made. Please try again.');
  }

  private generation(document: JobDocument, userId: string): Generation<ImageRequest> {
    const provider = this.providers.image;
    return {
      provider,
      current: () => document.current(),
      request: async (job) => {
        // A provider is only called for zaps that are still held.
        const hold = await this.paidWork.findHold(userId, job.holdId);
        if (hold?.status !== 'open') throw new GenerationFailed('The zaps for it were given back.');
        const { prompt, model } = job.queued as ProjectEvents['ImageJobQueued'];
        return { prompt, model, count: LIMITS.imagesPerGeneration };
      },
      start: async () => {
        await document.write('start', (state) => decideStartImageJob(state, document.jobId, provider.name));
      },
      accept: async (predictionId) => {
        await document.write('accept', (state) => decideAcceptImageJob(state, document.jobId, predictionId));
      },
    };
  }

  private async complete(
    document: JobDocument,
    ownerId: string,
    prediction: Prediction,
    signal: AbortSignal,
  ): Promise<void> {
    const job = await document.current();
    if (!job) return;
    const { slotIds } = job.queued as ProjectEvents['ImageJobQueued'];
    if (prediction.outputs.length < slotIds.length) throw new GenerationFailed('The provider sent too few images.');
    const images = await Promise.all(
      slotIds.map(async (slotId, index) => ({
        slotId,
        url: await this.keep(job, slotId, prediction, index, ownerId, signal),
      })),
    );
    const usd = prediction.usd ?? job.usd;
    await document.write('complete', (state) => decideCompleteImageJob(state, job.jobId, { images, usd }));
  }

  /** The key derives from the job's slot: made again, the same picture lies in the same place. */
  private async keep(
    job: GenerationJob,
    slotId: string,
    { outputs }: Prediction,
    index: number,
    ownerId: string,
    signal: AbortSignal,
  ): Promise<string> {
    const output = outputs[index];
    if (!output) throw new GenerationFailed('The provider sent too few images.');
    const key = derivedId(job.jobId, slotId);
    const options = { signal, maxBytes: FILE_LIMITS.image };
    const saved = await copyOutput({ provider: this.providers.image }, output, options, (stream) =>
      this.media.save({
        ownerId,
        stream,
        contentType: output.mimeType,
        visibility: 'public',
        maxBytes: FILE_LIMITS.image,
        key,
      }),
    );
    return saved.url;
  }

  private async fail(document: JobDocument, message: string): Promise<void> {
    await document.write('fail', (state) => decideFailImageJob(state, document.jobId, message));
  }
}
