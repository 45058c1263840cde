import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/app-config';
import { Examiner } from '../../../platform/examine';
import { derivedId } from '../../../platform/ids';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { Job, JobRequest } from '../../../platform/processes/process';
import { MEDIA_STORE, type MediaStore } from '../../../platform/storage';
import type { GenerationJob, JobKind, VideoAsked, VideoMade } from '../../../storyboard';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import type { VideoRequest } from '../../../providers/video/video-provider';
import { followingJob } from '../../workers/following-job';
import { JobOrchestrator } from '../../workers/generation-process-manager';
import { type ExaminesResults, MediaWorker } from '../../workers/media-worker';
import type { Outcome } from '../../workers/generation-worker';
import { GenerationFailed } from '../../workers/run-generation';
import { KeptStartImages } from './kept-start-images';
import { posterOf, StartImages } from './start-image';
import { videoJobs } from './video-jobs';
import { START_IMAGE_QUEUE, VIDEO_QUEUE } from './video-queue';

const ENDINGS: Record<string, string | undefined> = { 'video/webm': 'webm', 'video/quicktime': 'mov' };
const POSTER_BYTES = 2 * 1_048_576;

/** Of a job that an earlier release has queued: it has to be fetched first, which is no work for a place of ours. */
class ImageStillOutside extends Error {}

/** A picture, and whose it is. */
export interface StartsFrom {
  url: string;
  ownerId: string;
}

/** Makes the clip of a queued job, and a poster of it. */
@Injectable()
@JobWorker()
export class RunVideoJob extends MediaWorker<VideoAsked, VideoMade, VideoRequest> {
  readonly queue: string = VIDEO_QUEUE;
  readonly kind: JobKind<VideoAsked, VideoMade> = videoJobs;
  protected readonly gaveUp = "Couldn't generate the clip. Please try again.";

  constructor(
    @Inject(StartImages) private readonly startImages: Pick<StartImages, 'read'>,
    @Inject(KeptStartImages) private readonly kept: Pick<KeptStartImages, 'addressOf'>,
    @Inject(JobOrchestrator) manager: JobOrchestrator,
    @Inject(MEDIA_STORE) media: Pick<MediaStore, 'save'>,
    @Inject(Examiner) examiner: ExaminesResults,
    @Inject(PROVIDERS) { video: provider }: Pick<Providers, 'video'>,
    @Inject(APP_CONFIG) { videoConcurrency }: Pick<AppConfig, 'videoConcurrency'>,
  ) {
    super(manager, media, examiner, provider, videoConcurrency);
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
    return { modelId, prompt, settings, durationSeconds: seconds, image };
  }

  async keep(outcome: Outcome<VideoAsked>): Promise<VideoMade> {
    const { jobId, queued } = outcome.job;
    const place = { key: derivedId(jobId, 'video'), maxBytes: FILE_LIMITS.video };
    const [output] = outcome.prediction.outputs;
    if (!output) throw new GenerationFailed('The provider sent no clip.');
    const { url, size, contentType: mimeType } = await this.saveClip(outcome, output, place);
    const thumbnail = await this.poster(outcome);
    const filename = `video-${jobId.slice(0, 8)}.${ENDINGS[mimeType] ?? 'mp4'}`;
    const { seconds: duration } = queued;
    return { video: { id: jobId, url, filename, mimeType, size, duration, thumbnail, status: 'complete' } };
  }

  /** Null while the picture is still outside. */
  protected async startsFrom(job: GenerationJob<VideoAsked>, ownerId: string): Promise<StartsFrom | null> {
    const url = await this.kept.addressOf(ownerId, job);
    return url === null ? null : { url, ownerId };
  }

  /** Null when the picture went meanwhile: a clip that was paid for is not lost for want of its poster. */
  private async poster({ job, ownerId, signal }: Outcome<VideoAsked>): Promise<string | null> {
    const from = await this.startsFrom(job, ownerId);
    if (from === null) return null;
    try {
      const buffer = await posterOf(await this.startImages.read(from.url, from.ownerId, signal));
      const place = { key: derivedId(job.jobId, 'poster'), visibility: 'private' as const, maxBytes: POSTER_BYTES };
      return (await this.media.save({ ownerId, buffer, contentType: 'image/jpeg', ...place })).url;
    } catch (error) {
      if (error instanceof GenerationFailed) return null;
      throw error;
    }
  }
}
