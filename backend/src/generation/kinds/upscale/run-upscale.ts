import { Inject, Injectable } from '@nestjs/common';
import { upscaledSize, upscalePrice } from '@storyreel/contracts';
import { JobWorker } from '../../../eventsourcing/reactors/reactor';
import { APP_CONFIG } from '../../../infra/config/app-config';
import type { AppConfig } from '../../../infra/config/app-config';
import type { OrderedPicture } from '../../../infra/media/examine';
import { Examiner } from '../../../infra/media/examine';
import { MediaStore } from '../../../infra/storage';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import type { UpscaleAsked } from '../../../projects/storyboard';
import { recordedSources, SourcePictures } from '../../source-pictures';
import { JobOrchestrator } from '../../workers/job-orchestrator';
import type { KindReplay } from '../../workers/kind-parts';
import { OtherVersionWorker } from '../../workers/other-version-worker';
import type { ExaminesResults } from '../../workers/media-worker';
import { imageReplay, onlyImages } from '../image/run-image-job';
import { decideQueueUpscale, QueueUpscale, upscales } from './upscale-job';
import type { UpscaleData } from './upscale-job';

export const UPSCALE_QUEUE = 'upscales';

/** Makes the larger version of an image. */
@Injectable()
@JobWorker()
export class RunUpscale extends OtherVersionWorker<UpscaleAsked> {
  readonly queue = UPSCALE_QUEUE;
  readonly kind = upscales;
  protected readonly gaveUp = "Couldn't upscale the image. Please try again.";

  constructor(
    manager: JobOrchestrator,
    @Inject(MediaStore) media: Pick<MediaStore, 'save'>,
    @Inject(Examiner) examiner: ExaminesResults,
    @Inject(PROVIDERS) providers: Pick<Providers, 'image' | 'imageFor'>,
    @Inject(APP_CONFIG) config: Pick<AppConfig, 'imageConcurrency'>,
    @Inject(SourcePictures) sources: Pick<SourcePictures, 'source' | 'mask'>,
  ) {
    super(manager, media, examiner, providers, config, sources);
  }

  protected asked({ factor }: UpscaleAsked) {
    return Promise.resolve({ prompt: '', factor });
  }

  protected ordered({ from, factor }: UpscaleAsked): Omit<OrderedPicture, 'madeOf'> {
    return { ...upscaledSize(from, factor), by: 'sides' };
  }
}

export const upscaleReplay: KindReplay = {
  port: 'image',
  price: (queued) => {
    const { model, pixels } = queued as UpscaleAsked;
    return upscalePrice(model, pixels);
  },
  queue: ({ projectId, queued }, context, state, environment) => {
    const data = queued as UpscaleData & { sceneId: string };
    return decideQueueUpscale(new QueueUpscale(projectId, data, context), state, environment);
  },
  worker: ({ manager, media, examiner, provider }) =>
    new RunUpscale(manager, media, examiner, onlyImages(provider), { imageConcurrency: 1 }, recordedSources),
  saved: imageReplay.saved,
};
