import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, LIMITS } from '@storyreel/contracts';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/app-config';
import { Examiner } from '../../../platform/examine';
import { derivedId } from '../../../platform/ids';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import { MEDIA_STORE, type MediaStore } from '../../../platform/storage';
import type { GenerationJob, ImagesAsked, ImagesMade, JobKind } from '../../../storyboard';
import type { ImageRequest } from '../../../providers/image/image-provider';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import { JobOrchestrator } from '../../workers/generation-process-manager';
import { type ExaminesResults, MediaWorker } from '../../workers/media-worker';
import type { Outcome } from '../../workers/generation-worker';
import { GenerationFailed } from '../../workers/run-generation';
import { imageJobs } from './image-jobs';

export const IMAGE_QUEUE = 'images';
const NONE = 'The provider sent no images.';

/** Makes the four images of a queued job. */
@Injectable()
@JobWorker()
export class RunImageJob extends MediaWorker<ImagesAsked, ImagesMade, ImageRequest> {
  readonly queue: string = IMAGE_QUEUE;
  readonly kind: JobKind<ImagesAsked, ImagesMade> = imageJobs;
  protected readonly gaveUp = "Couldn't generate the images. Please try again.";

  constructor(
    @Inject(JobOrchestrator) manager: JobOrchestrator,
    @Inject(MEDIA_STORE) media: Pick<MediaStore, 'save'>,
    @Inject(Examiner) examiner: ExaminesResults,
    @Inject(PROVIDERS) { image: provider }: Pick<Providers, 'image'>,
    @Inject(APP_CONFIG) { imageConcurrency }: Pick<AppConfig, 'imageConcurrency'>,
  ) {
    super(manager, media, examiner, provider, imageConcurrency);
  }

  async request({ queued: { prompt, model } }: GenerationJob<ImagesAsked>): Promise<ImageRequest> {
    return { prompt, model, count: LIMITS.imagesPerGeneration };
  }

  /** One that cannot be used does not take the others: these are kept, and they alone are charged. */
  async keep(outcome: Outcome<ImagesAsked>): Promise<ImagesMade & { units?: number }> {
    const { jobId, queued, units } = outcome.job;
    const { slotIds } = queued;
    const images: ImagesMade['images'] = [];
    let problem: GenerationFailed | null = null;
    for (const [index, slotId] of slotIds.entries()) {
      const output = outcome.prediction.outputs[index];
      if (!output) continue;
      try {
        const place = { key: derivedId(jobId, slotId), maxBytes: FILE_LIMITS.image };
        images.push({ slotId, url: (await this.savePicture(outcome, output, place)).url });
      } catch (error) {
        if (!(error instanceof GenerationFailed)) throw error;
        problem ??= error;
      }
    }
    if (images.length === 0) throw problem ?? new GenerationFailed(NONE);
    if (images.length === slotIds.length) return { images };
    return { images, units: Math.ceil((units * images.length) / slotIds.length) };
  }
}
