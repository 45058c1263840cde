import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, type VideoItem } from '@storyreel/contracts';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/app-config';
import { derivedId } from '../../../platform/ids';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { Job, JobHandler, JobRequest } from '../../../platform/processes/process';
import { MEDIA_STORE, type MediaStore } from '../../../platform/storage';
import type { ProjectEvents } from '../../../projects';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import type { VideoRequest } from '../../../providers/video/video-provider';
import {
  GENERATION_ATTEMPTS,
  type GenerationKind,
  type Outcome,
  GenerationProcessManager,
} from '../../workers/generation-process-manager';
import { copyOutput, GenerationFailed } from '../../workers/run-generation';
import { KeptStartImages } from './kept-start-images';
import { posterOf, StartImages } from './start-image';
import {
  decideAcceptVideoJob,
  decideCompleteVideoJob,
  decideFailVideoJob,
  decideStartVideoJob,
} from './video-job-steps';
import { START_IMAGE_QUEUE, VIDEO_QUEUE } from './video-queue';

const POSTER_BYTES = 2 * 1_048_576;
type Queued = ProjectEvents['VideoJobQueued'];

/** Of a job that an earlier release has queued: it has to be fetched first, which is no work for a place of ours. */
class ImageStillOutside extends Error {}

/** Makes the clip of a queued job and keeps it, with a poster, in our own storage. */
@Injectable()
@JobWorker()
export class RunVideoJob implements JobHandler {
  readonly queue = VIDEO_QUEUE;
  readonly concurrency: number;
  readonly maxAttempts = GENERATION_ATTEMPTS;
  readonly fair = true;

  private readonly kind: GenerationKind<VideoRequest>;

  constructor(
    @Inject(GenerationProcessManager) private readonly generations: GenerationProcessManager,
    @Inject(PROVIDERS) { video: provider }: Providers,
    @Inject(MEDIA_STORE) private readonly media: MediaStore,
    @Inject(APP_CONFIG) { videoConcurrency }: Pick<AppConfig, 'videoConcurrency'>,
    @Inject(StartImages) private readonly startImages: StartImages,
    @Inject(KeptStartImages) private readonly kept: KeptStartImages,
  ) {
    this.concurrency = videoConcurrency;
    this.kind = {
      worker: 'run-video-job',
      provider,
      request: async (job, ownerId, signal) => {
        const { modelId, prompt, settings, seconds } = job.queued as Queued;
        const imageUrl = await kept.addressOf(ownerId, job);
        if (imageUrl === null) throw new ImageStillOutside();
        const { bytes, mimeType } = await startImages.read(imageUrl, ownerId, signal);
        const image = { mimeType, read: () => Promise.resolve(bytes) };
        return { modelId, prompt, settings, durationSeconds: seconds, image };
      },
      start: decideStartVideoJob,
      accept: decideAcceptVideoJob,
      keep: async (outcome) => {
        const { job, prediction } = outcome;
        const video = await this.keep(outcome);
        const usd = prediction.usd ?? job.usd;
        return (state) => decideCompleteVideoJob(state, job.jobId, { video, usd });
      },
      fail: decideFailVideoJob,
    };
  }

  async run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    try {
      await this.generations.run(this.kind, job, signal);
      return [];
    } catch (error) {
      if (!(error instanceof ImageStillOutside)) throw error;
      const { payload, ownerId, dedupKey, correlationId, causationId } = job;
      return [{ queue: START_IMAGE_QUEUE, dedupKey, ownerId, payload, correlationId, causationId }];
    }
  }

  exhausted(job: Job): Promise<void> {
    return this.generations.fail(this.kind, job, 'The video could not be made. Please try again.');
  }

  /** The keys derive from the job: made again, the same clip lies in the same place. */
  private async keep(outcome: Outcome): Promise<VideoItem> {
    const { job, prediction, ownerId, signal } = outcome;
    const [output] = prediction.outputs;
    if (!output) throw new GenerationFailed('The provider sent no video.');
    const maxBytes = FILE_LIMITS.video;
    const key = derivedId(job.jobId, 'video');
    const saved = await copyOutput(this.kind, output, { signal, maxBytes }, (stream) =>
      this.media.save({ ownerId, stream, contentType: output.mimeType, visibility: 'private', maxBytes, key }),
    );
    const { url, size, contentType: mimeType } = saved;
    const { seconds } = job.queued as Queued;
    const thumbnail = await this.poster(outcome);
    const filename = `video-${job.jobId.slice(0, 8)}.mp4`;
    return { id: job.jobId, url, filename, mimeType, size, duration: seconds, thumbnail, status: 'complete' };
  }

  /** Null when the picture went meanwhile: a clip that was paid for is not lost for want of its poster. */
  private async poster({ job, ownerId, signal }: Outcome): Promise<string | null> {
    const imageUrl = await this.kept.addressOf(ownerId, job);
    if (imageUrl === null) return null;
    try {
      const buffer = await posterOf(await this.startImages.read(imageUrl, ownerId, signal));
      const place = { key: derivedId(job.jobId, 'poster'), visibility: 'private' as const, maxBytes: POSTER_BYTES };
      return (await this.media.save({ ownerId, buffer, contentType: 'image/jpeg', ...place })).url;
    } catch (error) {
      if (error instanceof GenerationFailed) return null;
      throw error;
    }
  }
}
