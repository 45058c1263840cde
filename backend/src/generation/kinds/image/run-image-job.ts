import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS } from '@storyreel/contracts';
import { JobWorker } from '../../../eventsourcing/reactors/reactor';
import { APP_CONFIG } from '../../../infra/config/app-config';
import type { AppConfig } from '../../../infra/config/app-config';
import { Examiner } from '../../../infra/media/examine';
import { MediaStore } from '../../../infra/storage';
import type { ImageProvider, ImageRequest } from '../../../integrations/ports/image-provider';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import { derivedId } from '../../../lib/ids';
import type { CastAsked, GenerationJob, ImagesAsked, ImagesMade, JobKind } from '../../../projects/storyboard';
import { CastReferences, recordedReferences } from '../../cast-references';
import { JobOrchestrator } from '../../workers/job-orchestrator';
import type { Outcome } from '../../workers/job-orchestrator';
import type { KindReplay } from '../../workers/kind-parts';
import { MediaWorker } from '../../workers/media-worker';
import type { ExaminesResults } from '../../workers/media-worker';
import { GenerationFailed } from '../../workers/run-generation';
import { decideQueueImageJob, imageJobs, QueueImageJob } from './image-job';
import type { ImageJobData } from './image-job';
import { listPrice } from './image-requests';

export const IMAGE_QUEUE = 'images';
const NONE = 'The provider sent no images.';

type NewImages = CastAsked & Pick<ImagesAsked, 'prompt' | 'model' | 'format' | 'slotIds'>;

/** Base of workers that make images from prompts. */
export abstract class NewImagesWorker<Asked extends NewImages> extends MediaWorker<Asked, ImagesMade, ImageRequest> {
  protected readonly gaveUp: string = "Couldn't generate the images. Please try again.";

  constructor(
    @Inject(JobOrchestrator) manager: JobOrchestrator,
    @Inject(MediaStore) media: Pick<MediaStore, 'save'>,
    @Inject(Examiner) examiner: ExaminesResults,
    @Inject(PROVIDERS) private readonly providers: Pick<Providers, 'image' | 'imageFor'>,
    @Inject(APP_CONFIG) { imageConcurrency }: Pick<AppConfig, 'imageConcurrency'>,
    @Inject(CastReferences) private readonly cast: Pick<CastReferences, 'read'>,
  ) {
    super(manager, media, examiner, providers.image, imageConcurrency);
  }

  override providerFor({ model }: Asked): ImageProvider {
    return this.providers.imageFor(model);
  }

  async request({ queued }: GenerationJob<Asked>, ownerId: string): Promise<ImageRequest> {
    const { prompt, model, format, slotIds } = queued;
    const cast = await this.cast.read(queued, this.picturesOwner(queued, ownerId));
    return { prompt, model, count: slotIds.length, ...(format && { format }), ...cast };
  }

  /** Returns the owner of the reference pictures. */
  protected picturesOwner(_queued: Asked, ownerId: string): string {
    return ownerId;
  }

  /** Keeps the usable images, and charges only for them: an unusable image does not fail the others. */
  async keep(outcome: Outcome<Asked>): Promise<ImagesMade & { units?: number }> {
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

/** Makes the images of a queued job. */
@Injectable()
@JobWorker()
export class RunImageJob extends NewImagesWorker<ImagesAsked> {
  readonly queue: string = IMAGE_QUEUE;
  readonly kind: JobKind<ImagesAsked, ImagesMade> = imageJobs;
}

/** A replay has a single provider, which replays the recorded answers. */
export const onlyImages = (image: ImageProvider) => ({ image, imageFor: () => image });

/** Returns the factory of the worker in a replay, whose provider replays the recorded answers. */
export const replayedBy =
  (
    Worker: new (...parts: ConstructorParameters<typeof RunImageJob>) => ReturnType<KindReplay['worker']>,
  ): KindReplay['worker'] =>
  ({ manager, media, examiner, provider }) =>
    new Worker(manager, media, examiner, onlyImages(provider), { imageConcurrency: 1 }, recordedReferences);

export const imageReplay: KindReplay = {
  port: 'image',
  price: (queued) => {
    const { slotIds, model, references } = queued as ImagesAsked;
    return listPrice(model, references?.length, slotIds.length);
  },
  queue: ({ projectId, queued }, context, state, environment) => {
    const data = queued as ImageJobData & { sceneId: string };
    return decideQueueImageJob(new QueueImageJob(projectId, data, context), state, environment);
  },
  worker: replayedBy(RunImageJob),
  saved: (jobId, { completed }) => {
    const { images = [] } = completed ?? {};
    return new Map(images.map(({ slotId, url }) => [derivedId(jobId, slotId), { url }]));
  },
};
