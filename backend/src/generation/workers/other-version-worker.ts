import { FILE_LIMITS } from '@storyreel/contracts';
import type { AppConfig } from '../../infra/config/app-config';
import type { OrderedPicture } from '../../infra/media/examine';
import type { MediaStore } from '../../infra/storage';
import type { ImageProvider, ImageRequest } from '../../integrations/ports/image-provider';
import type { Providers } from '../../integrations/providers.token';
import { derivedId } from '../../lib/ids';
import type { GenerationJob, ImagesMade, MadeFrom } from '../../projects/storyboard';
import type { SourcePictures } from '../source-pictures';
import type { JobOrchestrator, Outcome } from './job-orchestrator';
import { MediaWorker } from './media-worker';
import type { ExaminesResults } from './media-worker';
import { GenerationFailed } from './run-generation';

interface OtherVersion {
  model: string;
  slotIds: string[];
  from: MadeFrom;
}

/** Base of workers that make another version of an image. The result is examined before it is charged. */
export abstract class OtherVersionWorker<Asked extends OtherVersion> extends MediaWorker<
  Asked,
  ImagesMade,
  ImageRequest
> {
  constructor(
    manager: JobOrchestrator,
    media: Pick<MediaStore, 'save'>,
    examiner: ExaminesResults,
    private readonly providers: Pick<Providers, 'image' | 'imageFor'>,
    { imageConcurrency }: Pick<AppConfig, 'imageConcurrency'>,
    protected readonly sources: Pick<SourcePictures, 'source' | 'mask'>,
  ) {
    super(manager, media, examiner, providers.image, imageConcurrency);
  }

  override providerFor({ model }: Asked): ImageProvider {
    return this.providers.imageFor(model);
  }

  async request({ queued }: GenerationJob<Asked>, ownerId: string): Promise<ImageRequest> {
    const source = await this.sources.source(queued.from, ownerId);
    return { model: queued.model, count: 1, source, ...(await this.asked(queued, ownerId)) };
  }

  async keep(outcome: Outcome<Asked>): Promise<ImagesMade> {
    const { jobId, queued } = outcome.job;
    const [output] = outcome.prediction.outputs;
    const [slotId = ''] = queued.slotIds;
    if (!output) throw new GenerationFailed('The provider sent no image.');
    const place = { key: derivedId(jobId, slotId), maxBytes: FILE_LIMITS.image, from: [queued.from.url] };
    const { url } = await this.savePicture(outcome, output, place, {
      ...this.ordered(queued),
      madeOf: queued.from.hash,
    });
    return { images: [{ slotId, url }] };
  }

  /** Returns the fields of the request that the kind adds to the image and the model. */
  protected abstract asked(
    queued: Asked,
    ownerId: string,
  ): Promise<Pick<ImageRequest, 'prompt' | 'mask' | 'factor' | 'seed' | 'negativePrompt'>>;

  protected abstract ordered(queued: Asked): Omit<OrderedPicture, 'madeOf'>;
}
