import { Inject, Injectable } from '@nestjs/common';
import {
  priceOf,
  toZaps,
  type GenerateVideoRequest,
  type GenerateVideoResponse,
  type Price,
} from '@storyreel/contracts';
import { AggregateStore } from '../../../platform/commands/aggregate-store';
import { CommandDispatcher } from '../../../platform/commands/command-dispatcher';
import { notFound, DomainError } from '../../../platform/domain/domain-error';
import { derivedId } from '../../../platform/ids';
import { requestHash } from '../../../platform/request-hash';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import { findVideoModel } from '../../../providers/video/models';
import { ownScene, projectAggregate, repeated, SceneQueries } from '../../../projects';
import { QueuePaidJob, type HeldPrice } from '../../../zaps';
import { checkMayAnimate, QueueVideoJob } from './queue-video-job';
import { checkSettings, type CheckedSettings } from './video-settings';

@Injectable()
export class VideoRequests {
  constructor(
    @Inject(SceneQueries) private readonly scenes: SceneQueries,
    @Inject(AggregateStore) private readonly store: AggregateStore,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(QueuePaidJob) private readonly queue: QueuePaidJob,
    @Inject(PROVIDERS) private readonly providers: Providers,
  ) {}

  /** @throws DomainError not_found, bad_request, already_in_progress, limit_reached, insufficient_zaps, … */
  async request(userId: string, body: GenerateVideoRequest, commandId: string): Promise<GenerateVideoResponse> {
    const { sceneId, modelId } = body;
    const projectId = await this.scenes.projectOf(sceneId, userId);
    const state = await this.store.load(projectAggregate, projectId);
    const scene = ownScene(state, sceneId, { ownerId: userId });
    const model = findVideoModel(modelId);
    if (!model) throw notFound();
    const { prompt: asked, seconds, settings } = checkSettings(model, body.settings, scene.duration);
    const prompt = asked || scene.videoPrompt || scene.description;
    // Of what was sent: what stands in for a setting may be another text of the scene when the request comes again.
    const hash = requestHash(sceneId, modelId, body.settings);
    const context = this.dispatcher.context({ id: userId }, commandId);
    const jobId = derivedId(commandId, 'video');

    const request = { projectId, jobId, sceneId, modelId, prompt, settings, seconds, requestHash: hash };

    let job = repeated(state.jobs, request);
    if (!job) {
      checkMayAnimate(state, request, { ownerId: userId });
      const command = (held: HeldPrice) => new QueueVideoJob({ ...request, ...held }, context);
      const work = {
        provider: this.providers.video.name,
        model: modelId,
        operation: 'generate_video',
        category: 'video' as const,
        description: `A video of ${seconds} s for a scene`,
      };
      const price = listPrice(modelId, seconds, settings);
      const queued = await this.queue.run({ userId, price, request, work, bulk: false }, context, command);
      job = queued.state.jobs[jobId];
    }
    if (!job) throw new Error(`The job ${jobId} is missing after it was queued`);
    return { predictionId: jobId, costInfo: { creditsUsed: toZaps(job.units), costUsd: job.usd } };
  }
}

function listPrice(model: string, seconds: number, settings: CheckedSettings['settings']): Price {
  const named = (value: unknown) => (typeof value === 'string' ? value : undefined);
  const usage = { seconds, resolution: named(settings.resolution), mode: named(settings.mode) };
  const price = priceOf({ provider: 'replicate', model, operation: 'generate_video', usage });
  if (!price) throw new DomainError('bad_request', 'There is no price for a video with these settings.');
  return price;
}
