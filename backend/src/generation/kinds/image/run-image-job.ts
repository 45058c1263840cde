import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, LIMITS } from '@storyreel/contracts';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/app-config';
import { derivedId } from '../../../platform/ids';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import { MEDIA_STORE, type MediaStore } from '../../../platform/storage';
import type { GenerationJob, ImagesAsked, ImagesMade, JobKind } from '../../../storyboard';
import type { ImageRequest } from '../../../providers/image/image-provider';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import { GenerationProcessManager } from '../../workers/generation-process-manager';
import { GenerationWorker, type Outcome } from '../../workers/generation-worker';
import { GenerationFailed } from '../../workers/run-generation';
import { imageJobs } from './image-jobs';

export const IMAGE_QUEUE = 'images';
const TOO_FEW = 'The provider sent too few images.';

/** Makes the four images of a queued job. */
@Injectable()
@JobWorker()
export class RunImageJob extends GenerationWorker<ImagesAsked, ImagesMade, ImageRequest> {
  readonly queue: string = IMAGE_QUEUE;
  readonly kind: JobKind<ImagesAsked, ImagesMade> = imageJobs;
  protected readonly gaveUp = "Couldn't generate the images. Please try again.";

  constructor(
    @Inject(GenerationProcessManager) manager: GenerationProcessManager,
    @Inject(MEDIA_STORE) media: Pick<MediaStore, 'save'>,
    @Inject(PROVIDERS) { image: provider }: Pick<Providers, 'image'>,
    @Inject(APP_CONFIG) { imageConcurrency }: Pick<AppConfig, 'imageConcurrency'>,
  ) {
    super(manager, media, provider, imageConcurrency);
  }

  async request({ queued: { prompt, model } }: GenerationJob<ImagesAsked>): Promise<ImageRequest> {
    return { prompt, model, count: LIMITS.imagesPerGeneration };
  }

  async keep(outcome: Outcome<ImagesAsked>): Promise<ImagesMade> {
    const { jobId, queued } = outcome.job;
    const { outputs } = outcome.prediction;
    if (outputs.length < queued.slotIds.length) throw new GenerationFailed(TOO_FEW);
    const images = queued.slotIds.map(async (slotId, index) => {
      const place = { key: derivedId(jobId, slotId), maxBytes: FILE_LIMITS.image, missing: TOO_FEW };
      return { slotId, url: (await this.save(outcome, outputs[index], place)).url };
    });
    return { images: await Promise.all(images) };
  }
}
