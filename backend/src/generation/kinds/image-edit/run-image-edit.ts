import { Inject, Injectable } from '@nestjs/common';
import { editPrice } from '@storyreel/contracts';
import { JobWorker } from '../../../eventsourcing/reactors/reactor';
import { APP_CONFIG } from '../../../infra/config/app-config';
import type { AppConfig } from '../../../infra/config/app-config';
import type { OrderedPicture } from '../../../infra/media/examine';
import { Examiner } from '../../../infra/media/examine';
import { MediaStore } from '../../../infra/storage';
import type { ImageRequest } from '../../../integrations/ports/image-provider';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import type { ImageEditAsked } from '../../../projects/storyboard';
import { recordedSources, SourcePictures } from '../../source-pictures';
import { JobOrchestrator } from '../../workers/job-orchestrator';
import type { KindReplay } from '../../workers/kind-parts';
import { OtherVersionWorker } from '../../workers/other-version-worker';
import type { ExaminesResults } from '../../workers/media-worker';
import { imageReplay, onlyImages } from '../image/run-image-job';
import { decideQueueImageEdit, imageEdits, QueueImageEdit } from './image-edit-job';
import type { ImageEditData } from './image-edit-job';

export const IMAGE_EDIT_QUEUE = 'image-edits';

/** Makes the edited version of an image. */
@Injectable()
@JobWorker()
export class RunImageEdit extends OtherVersionWorker<ImageEditAsked> {
  readonly queue = IMAGE_EDIT_QUEUE;
  readonly kind = imageEdits;
  protected readonly gaveUp = "Couldn't edit the image. Please try again.";

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

  protected async asked({ instruction, mask, seed, negativePrompt }: ImageEditAsked, ownerId: string) {
    const request: Pick<ImageRequest, 'prompt' | 'mask' | 'seed' | 'negativePrompt'> = { prompt: instruction };
    if (mask) request.mask = await this.sources.mask(mask, ownerId);
    if (seed !== undefined) request.seed = seed;
    if (negativePrompt !== undefined) request.negativePrompt = negativePrompt;
    return request;
  }

  /** Checks only the image's shape, since models have their own output sizes. */
  protected ordered({ from: { width, height } }: ImageEditAsked): Omit<OrderedPicture, 'madeOf'> {
    return { width, height, by: 'shape' };
  }
}

export const imageEditReplay: KindReplay = {
  port: 'image',
  price: (queued) => editPrice((queued as ImageEditAsked).model),
  queue: ({ projectId, queued }, context, state, environment) => {
    const data = queued as ImageEditData & { sceneId: string };
    return decideQueueImageEdit(new QueueImageEdit(projectId, data, context), state, environment);
  },
  worker: ({ manager, media, examiner, provider }) =>
    new RunImageEdit(manager, media, examiner, onlyImages(provider), { imageConcurrency: 1 }, recordedSources),
  saved: imageReplay.saved,
};
