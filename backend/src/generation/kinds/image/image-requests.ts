import { Inject, Injectable } from '@nestjs/common';
import {
  BULK_IMAGES_PER_DAY,
  imagesPrice,
  LIMITS,
  toZaps,
  type generateImageRequestSchema,
  type GenerateImageResponse,
} from '@storyreel/contracts';
import type { z } from 'zod';
import { CLOCK, type Clock } from '../../../platform/clock';
import { notFound } from '../../../platform/domain/domain-error';
import { derivedId } from '../../../platform/ids';
import { requestHash } from '../../../platform/request-hash';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import { PaidWork } from '../../../zaps';
import { GenerationRequests } from '../../http/generation-requests';
import { checkMayGenerate, QueueImageJob } from './queue-image-job';
import { imageJobs } from './image-jobs';
import { ImageJobQueries } from './image-job-queries';

type Body = z.output<typeof generateImageRequestSchema>;

@Injectable()
export class ImageRequests {
  constructor(
    @Inject(GenerationRequests) private readonly requests: GenerationRequests,
    @Inject(PaidWork) private readonly paidWork: PaidWork,
    @Inject(ImageJobQueries) private readonly jobs: ImageJobQueries,
    @Inject(PROVIDERS) private readonly providers: Providers,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /** @throws DomainError not_found, already_in_progress, limit_reached, insufficient_zaps, idempotency_key_reused */
  async request(
    userId: string,
    body: Body,
    { commandId, keyed }: { commandId: string; keyed: boolean },
  ): Promise<GenerateImageResponse> {
    const { sceneId, prompt, model, bulk = !keyed } = body;
    const target = await this.requests.target(userId, sceneId);
    const { projectId, state, scene } = target;
    if (body.projectId !== undefined && body.projectId !== projectId) throw notFound();
    // Without a key the scene and its generation's number stand for it, so that two clicks make one job.
    const jobId = keyed ? derivedId(commandId, 'image') : derivedId(userId, 'image', sceneId, scene.generation + 1);
    const wanted = {
      data: { jobId, prompt, model, bulk, requestHash: requestHash(sceneId, prompt, model, bulk) },
      check: () => checkMayGenerate(state, sceneId, { ownerId: userId }),
      price: listPrice,
      kind: imageJobs,
      command: QueueImageJob,
      work: {
        provider: this.providers.image.name,
        model,
        operation: 'generate_image',
        description: `${LIMITS.imagesPerGeneration} images for a scene`,
      },
      bulk,
    };
    await this.requests.job(target, wanted, commandId);
    return this.answer(userId, jobId);
  }

  /** What the plan still covers today, and what a scene costs past that. */
  async bulkQuote(userId: string): Promise<{ remainingToday: number; zapsPerScene: number }> {
    const used = await this.paidWork.bulkCount(userId, this.clock.now().toISOString().slice(0, 10));
    return { remainingToday: Math.max(0, BULK_IMAGES_PER_DAY - used), zapsPerScene: toZaps(listPrice().units) };
  }

  private async answer(userId: string, jobId: string): Promise<GenerateImageResponse> {
    const { queuePosition, ...queueStats } = await this.jobs.standing(userId, jobId);
    // The view may lag behind the command's bounded wait; a job that is queued and not shown yet is the newest one.
    return { jobId, queuePosition: queuePosition ?? queueStats.queuedJobs, queueStats };
  }
}

const listPrice = () => imagesPrice(LIMITS.imagesPerGeneration);
