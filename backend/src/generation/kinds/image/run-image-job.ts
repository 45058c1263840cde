import { Inject, Injectable } from '@nestjs/common';
import { FILE_LIMITS, LIMITS } from '@storyreel/contracts';
import { APP_CONFIG, type AppConfig } from '../../../platform/config/app-config';
import { derivedId } from '../../../platform/ids';
import { JobWorker } from '../../../platform/processes/job-worker.decorator';
import type { Job, JobHandler } from '../../../platform/processes/process';
import { MEDIA_STORE, type MediaStore } from '../../../platform/storage';
import type { ProjectEvents } from '../../../projects';
import type { ImageRequest } from '../../../providers/image/image-provider';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import {
  GENERATION_ATTEMPTS,
  type GenerationKind,
  type Outcome,
  GenerationProcessManager,
} from '../../workers/generation-process-manager';
import { copyOutput, GenerationFailed } from '../../workers/run-generation';
import {
  decideAcceptImageJob,
  decideCompleteImageJob,
  decideFailImageJob,
  decideStartImageJob,
} from './image-job-steps';
import { IMAGE_QUEUE } from './image-queue';

type Queued = ProjectEvents['ImageJobQueued'];

/** Makes the four images of a queued job and keeps them in our own storage. */
@Injectable()
@JobWorker()
export class RunImageJob implements JobHandler {
  readonly queue = IMAGE_QUEUE;
  readonly concurrency: number;
  readonly maxAttempts = GENERATION_ATTEMPTS;
  readonly fair = true;

  private readonly kind: GenerationKind<ImageRequest>;

  constructor(
    @Inject(GenerationProcessManager) private readonly generations: GenerationProcessManager,
    @Inject(PROVIDERS) { image: provider }: Providers,
    @Inject(MEDIA_STORE) private readonly media: MediaStore,
    @Inject(APP_CONFIG) { imageConcurrency }: Pick<AppConfig, 'imageConcurrency'>,
  ) {
    this.concurrency = imageConcurrency;
    this.kind = {
      worker: 'run-image-job',
      provider,
      request: async (job) => {
        const { prompt, model } = job.queued as Queued;
        return { prompt, model, count: LIMITS.imagesPerGeneration };
      },
      start: decideStartImageJob,
      accept: decideAcceptImageJob,
      keep: (outcome) => this.keep(outcome),
      fail: decideFailImageJob,
    };
  }

  run(job: Job, signal: AbortSignal): Promise<void> {
    return this.generations.run(this.kind, job, signal);
  }

  exhausted(job: Job): Promise<void> {
    return this.generations.fail(this.kind, job, 'The images could not be made. Please try again.');
  }

  private async keep(outcome: Outcome): ReturnType<GenerationKind<ImageRequest>['keep']> {
    const { job, prediction } = outcome;
    const { slotIds } = job.queued as Queued;
    if (prediction.outputs.length < slotIds.length) throw new GenerationFailed('The provider sent too few images.');
    const images = await Promise.all(
      slotIds.map(async (slotId, index) => ({ slotId, url: await this.keepOne(outcome, slotId, index) })),
    );
    const usd = prediction.usd ?? job.usd;
    return (state) => decideCompleteImageJob(state, job.jobId, { images, usd });
  }

  /** The key derives from the job's slot: made again, the same picture lies in the same place. */
  private async keepOne({ job, prediction, ownerId, signal }: Outcome, slotId: string, index: number): Promise<string> {
    const output = prediction.outputs[index];
    if (!output) throw new GenerationFailed('The provider sent too few images.');
    const key = derivedId(job.jobId, slotId);
    const maxBytes = FILE_LIMITS.image;
    const saved = await copyOutput(this.kind, output, { signal, maxBytes }, (stream) =>
      this.media.save({ ownerId, stream, contentType: output.mimeType, visibility: 'private', maxBytes, key }),
    );
    return saved.url;
  }
}
