import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { JobWorker } from '../../../eventsourcing/reactors/reactor';
import type { Job, JobRequest } from '../../../eventsourcing/reactors/reactor';
import { APP_CONFIG } from '../../../infra/config/app-config';
import type { AppConfig } from '../../../infra/config/app-config';
import { Examiner } from '../../../infra/media/examine';
import { MediaStore } from '../../../infra/storage';
import type { VideoProvider, VideoRequest } from '../../../integrations/ports/video-provider';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import { derivedId } from '../../../lib/ids';
import type { GenerationJob, JobKind, VideoAsked, VideoMade } from '../../../projects/storyboard';
import { CastReferences, recordedReferences } from '../../cast-references';
import { JobOrchestrator } from '../../workers/job-orchestrator';
import type { Outcome } from '../../workers/job-orchestrator';
import { followingJob } from '../../workers/job-queue';
import type { KindReplay, RecordedRun } from '../../workers/kind-parts';
import { MediaWorker } from '../../workers/media-worker';
import type { ExaminesResults } from '../../workers/media-worker';
import { GenerationFailed } from '../../workers/run-generation';
import { KeptStartImages, posterOf, StartImages } from './start-image';
import { decideQueueVideoJob, QueueVideoJob, START_IMAGE_QUEUE, VIDEO_QUEUE, videoJobs } from './video-job';
import type { VideoJobData } from './video-job';
import { listPrice } from './video-requests';

const ENDINGS: Record<string, string | undefined> = { 'video/webm': 'webm', 'video/quicktime': 'mov' };
const POSTER_BYTES = 2 * 1_048_576;

/**
 * Thrown for a job of an earlier release whose start image must be fetched first: the fetch must not occupy a video
 * slot.
 */
class ImageStillOutside extends Error {}

/** A start image and its owner. */
export interface StartsFrom {
  url: string;
  ownerId: string;
}

/** Makes the clip of a queued job and its poster. */
@Injectable()
@JobWorker()
export class RunVideoJob extends MediaWorker<VideoAsked, VideoMade, VideoRequest> {
  readonly queue: string = VIDEO_QUEUE;
  readonly kind: JobKind<VideoAsked, VideoMade> = videoJobs;
  protected readonly gaveUp = "Couldn't generate the clip. Please try again.";

  constructor(
    @Inject(StartImages) private readonly startImages: Pick<StartImages, 'read'>,
    @Inject(KeptStartImages) private readonly kept: Pick<KeptStartImages, 'addressOf'>,
    manager: JobOrchestrator,
    @Inject(MediaStore) media: Pick<MediaStore, 'save'>,
    @Inject(Examiner) examiner: ExaminesResults,
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'video' | 'videoFor'>,
    @Inject(APP_CONFIG) { videoConcurrency }: Pick<AppConfig, 'videoConcurrency'>,
    @Inject(CastReferences) private readonly cast: Pick<CastReferences, 'read'>,
  ) {
    super(manager, media, examiner, providers.video, videoConcurrency);
  }

  override providerFor({ modelId }: VideoAsked): VideoProvider {
    return this.providers.videoFor(modelId);
  }

  override async run(job: Job, signal: AbortSignal): Promise<JobRequest[]> {
    try {
      return await super.run(job, signal);
    } catch (error) {
      if (!(error instanceof ImageStillOutside)) throw error;
      return [followingJob(job, START_IMAGE_QUEUE, job.dedupKey)];
    }
  }

  async request(job: GenerationJob<VideoAsked>, ownerId: string, signal: AbortSignal): Promise<VideoRequest> {
    const { modelId, prompt, settings, seconds } = job.queued;
    const from = await this.startsFrom(job, ownerId);
    if (from === null) throw new ImageStillOutside();
    const { bytes, mimeType } = await this.startImages.read(from.url, from.ownerId, signal);
    const image = { mimeType, read: () => Promise.resolve(bytes) };
    const cast = await this.cast.read(job.queued, from.ownerId);
    return { modelId, prompt, settings, durationSeconds: seconds, image, ...cast };
  }

  async keep(outcome: Outcome<VideoAsked>): Promise<VideoMade> {
    const { jobId, queued } = outcome.job;
    const from = await this.startsFrom(outcome.job, outcome.ownerId);
    const place = { key: derivedId(jobId, 'video'), maxBytes: FILE_LIMITS.video, from: from && [from.url] };
    const [output] = outcome.prediction.outputs;
    if (!output) throw new GenerationFailed('The provider sent no clip.');
    const { url, size, contentType: mimeType } = await this.saveClip(outcome, output, place);
    const thumbnail = await this.poster(outcome);
    const filename = `video-${jobId.slice(0, 8)}.${ENDINGS[mimeType] ?? 'mp4'}`;
    const { seconds: duration } = queued;
    return { video: { id: jobId, url, filename, mimeType, size, duration, thumbnail, status: 'complete' } };
  }

  /** Returns the clip's start image; null while the image is still external. */
  protected async startsFrom(job: GenerationJob<VideoAsked>, ownerId: string): Promise<StartsFrom | null> {
    const url = await this.kept.addressOf(ownerId, job);
    return url === null ? null : { url, ownerId };
  }

  /**
   * Makes the poster. Returns null when the image was deleted in the meantime, since a paid clip must not fail because
   * of its poster.
   */
  private async poster({ job, ownerId, signal }: Outcome<VideoAsked>): Promise<string | null> {
    const from = await this.startsFrom(job, ownerId);
    if (from === null) return null;
    try {
      const buffer = await posterOf(await this.startImages.read(from.url, from.ownerId, signal));
      const place = { key: derivedId(job.jobId, 'poster'), visibility: 'private' as const, maxBytes: POSTER_BYTES };
      const origin = { byModel: false, from: [from.url] };
      return (await this.media.save({ ownerId, buffer, contentType: 'image/jpeg', ...place, origin })).url;
    } catch (error) {
      if (error instanceof GenerationFailed) return null;
      throw error;
    }
  }
}

/** A replay has a single provider, which replays the recorded answers. */
export const onlyVideos = (video: VideoProvider) => ({ video, videoFor: () => video });

const PICTURE = { bytes: Buffer.alloc(0), mimeType: 'image/jpeg', poster: Buffer.alloc(0) };
const madeBy = ({ completed }: RecordedRun): VideoMade['video'] | null => completed?.video ?? null;

/** The start image is not recorded, but the run's outcome shows whether it could be read. */
function recordedStartImages(
  run: RecordedRun,
  hasSucceeded: () => boolean,
): { pictures: Pick<StartImages, 'read'>; kept: Pick<KeptStartImages, 'addressOf'> } {
  const problem = () => (hasSucceeded() ? madeBy(run)?.thumbnail === null : run.failedBefore !== null);
  const gone = () => new GenerationFailed(run.failedBefore ?? 'It is gone.');
  return {
    pictures: { read: () => (problem() ? Promise.reject(gone()) : Promise.resolve(PICTURE)) },
    kept: { addressOf: () => Promise.resolve('/kept') },
  };
}

/** Returns the factory of the worker in a replay, whose provider replays the recorded answers. */
export const replayedBy =
  (Worker: typeof RunVideoJob): KindReplay['worker'] =>
  ({ manager, media, examiner, provider, run, hasSucceeded }) => {
    const { pictures, kept } = recordedStartImages(run, hasSucceeded);
    const videos = onlyVideos(provider);
    return new Worker(pictures, kept, manager, media, examiner, videos, { videoConcurrency: 1 }, recordedReferences);
  };

export const videoReplay: KindReplay = {
  port: 'video',
  price: (queued) => listPrice(queued as VideoAsked),
  queue: ({ projectId, queued }, context, state, environment) => {
    const data = queued as VideoJobData & { sceneId: string };
    return decideQueueVideoJob(new QueueVideoJob(projectId, data, context), state, environment);
  },
  worker: replayedBy(RunVideoJob),
  saved: (jobId, run) => {
    const video = madeBy(run);
    if (!video) return new Map();
    const { url, size, mimeType, thumbnail } = video;
    return new Map<string, { url: string; size?: number; mimeType?: string }>([
      [derivedId(jobId, 'video'), { url, size, mimeType }],
      [derivedId(jobId, 'poster'), { url: thumbnail ?? '' }],
    ]);
  },
};
