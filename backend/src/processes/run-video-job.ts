import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, type VideoItem } from '@storyreel/contracts';
import { derivedId } from '../platform/ids';
import { JobWorker } from '../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../platform/processes/process';
import { MEDIA_STORE, type MediaStore } from '../platform/storage';
import type { GenerationJob, ProjectEvents } from '../projects';
import type { Prediction } from '../providers/generation-provider';
import { PROVIDERS, type Providers } from '../providers/providers.token';
import type { VideoRequest } from '../providers/video/video-provider';
import {
  decideAcceptVideoJob,
  decideCompleteVideoJob,
  decideFailVideoJob,
  decideStartVideoJob,
  VIDEO_CONCURRENCY,
  VIDEO_QUEUE,
} from '../videos';
import { PaidWork } from '../zaps';
import { JobDocuments, type JobDocument } from './job-document';
import { copyOutput, type Generation, GenerationFailed, NoLongerWanted, runGeneration } from './run-generation';
import { posterOf, StartImages } from './start-image';

const WORKER = 'run-video-job';
const POSTER_BYTES = 2 * 1_048_576;
type Queued = ProjectEvents['VideoJobQueued'];

/** Makes the clip of a queued job and keeps it, with a poster, in our own storage. */
@Injectable()
@JobWorker()
export class RunVideoJob implements JobHandler {
  readonly queue = VIDEO_QUEUE;
  readonly concurrency = VIDEO_CONCURRENCY;
  /** Being killed counts as an attempt, so this is far more than a flaky provider needs. */
  readonly maxAttempts = 40;
  readonly fair = true;

  constructor(
    @Inject(JobDocuments) private readonly documents: JobDocuments,
    @Inject(PROVIDERS) private readonly providers: Providers,
    @Inject(MEDIA_STORE) private readonly media: MediaStore,
    @Inject(StartImages) private readonly startImages: StartImages,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
  ) {}

  async run(job: Job, signal: AbortSignal): Promise<void> {
    const document = this.documents.of(WORKER, job);
    try {
      const prediction = await runGeneration(this.generation(document, job.ownerId, signal), signal);
      await this.complete(document, job.ownerId, prediction, signal);
    } catch (error) {
      if (error instanceof NoLongerWanted) return;
      if (!(error instanceof GenerationFailed)) throw error;
      await this.fail(document, error.message);
    }
  }

  async exhausted(job: Job): Promise<void> {
    await this.fail(this.documents.of(WORKER, job), 'The video could not be made. Please try again.');
  }

  private generation(document: JobDocument, userId: string, signal: AbortSignal): Generation<VideoRequest> {
    const provider = this.providers.video;
    return {
      provider,
      current: () => document.current(),
      request: async (job) => {
        // A provider is only called for zaps that are still held.
        const hold = await this.paidWork.findHold(userId, job.holdId);
        if (hold?.status !== 'open') throw new GenerationFailed('The zaps for it were given back.');
        const { modelId, prompt, settings, seconds, imageUrl } = job.queued as Queued;
        const { bytes, mimeType } = await this.startImages.read(imageUrl, signal);
        const image = { mimeType, read: () => Promise.resolve(bytes) };
        return { modelId, prompt, settings, durationSeconds: seconds, image };
      },
      start: async () => {
        await document.write('start', (state) => decideStartVideoJob(state, document.jobId, provider.name));
      },
      accept: async (predictionId) => {
        await document.write('accept', (state) => decideAcceptVideoJob(state, document.jobId, predictionId));
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
    const video = await this.keep(job, ownerId, prediction, signal);
    const usd = prediction.usd ?? job.usd;
    await document.write('complete', (state) => decideCompleteVideoJob(state, job.jobId, { video, usd }));
  }

  /** The keys derive from the job: made again, the same clip lies in the same place. */
  private async keep(
    job: GenerationJob,
    ownerId: string,
    prediction: Prediction,
    signal: AbortSignal,
  ): Promise<VideoItem> {
    const [output] = prediction.outputs;
    if (!output) throw new GenerationFailed('The provider sent no video.');
    const maxBytes = FILE_LIMITS.video;
    const key = derivedId(job.jobId, 'video');
    const saved = await copyOutput({ provider: this.providers.video }, output, { signal, maxBytes }, (stream) =>
      this.media.save({ ownerId, stream, contentType: output.mimeType, visibility: 'public', maxBytes, key }),
    );
    const { seconds, imageUrl } = job.queued as Queued;
    const thumbnail = await this.poster(job, ownerId, imageUrl, signal);
    const { url, size, contentType: mimeType } = saved;
    const filename = `video-${job.jobId.slice(0, 8)}.mp4`;
    return { id: job.jobId, url, filename, mimeType, size, duration: seconds, thumbnail, status: 'complete' };
  }

  /** Null when the picture went meanwhile: a clip that was paid for is not lost for want of its poster. */
  private async poster(
    job: GenerationJob,
    ownerId: string,
    imageUrl: string,
    signal: AbortSignal,
  ): Promise<string | null> {
    try {
      const buffer = await posterOf(await this.startImages.read(imageUrl, signal));
      const place = { key: derivedId(job.jobId, 'poster'), visibility: 'public' as const, maxBytes: POSTER_BYTES };
      return (await this.media.save({ ownerId, buffer, contentType: 'image/jpeg', ...place })).url;
    } catch (error) {
      if (error instanceof GenerationFailed) return null;
      throw error;
    }
  }

  private async fail(document: JobDocument, message: string): Promise<void> {
    await document.write('fail', (state) => decideFailVideoJob(state, document.jobId, message));
  }
}
