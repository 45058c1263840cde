import { Inject, Injectable } from '@nestjs/common';
import {
  type ClipChoice,
  findVideoModel,
  toZaps,
  type GenerateVideoRequest,
  type GenerateVideoResponse,
  type Price,
} from '@storyreel/contracts';
import type { CommandContext } from '../../../platform/commands/command-context';
import { notFound } from '../../../platform/domain/domain-error';
import { derivedId } from '../../../platform/ids';
import { requestHash } from '../../../platform/request-hash';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import { type GenerationJob, type JobPrice, ownScene, type ProjectState, type SceneState } from '../../../storyboard';
import { GenerationRequests, type InBatch, type Target } from '../../http/generation-requests';
import { checkMayAnimate, QueueVideoJob, type VideoJobData } from './queue-video-job';
import { videoJobs } from './video-jobs';
import { checkSettings, listPrice } from './video-settings';

@Injectable()
export class VideoRequests {
  constructor(
    @Inject(GenerationRequests) private readonly requests: GenerationRequests,
    @Inject(PROVIDERS) private readonly providers: Providers,
  ) {}

  /** @throws DomainError not_found, bad_request, already_in_progress, limit_reached, insufficient_zaps, … */
  async request(userId: string, body: GenerateVideoRequest, commandId: string): Promise<GenerateVideoResponse> {
    const { sceneId, modelId } = body;
    const target = await this.requests.target(userId, sceneId);
    // Of what was sent: what stands in for a setting may be another text of the scene when the request comes again.
    const hash = requestHash(sceneId, modelId, body.settings);
    const jobId = derivedId(commandId, 'video');
    const data = { jobId, requestHash: hash, ...clipOf(target.scene, body) };
    const job = await this.ask(target, data, this.requests.context(userId, commandId));
    return { predictionId: jobId, costInfo: { creditsUsed: toZaps(job.units), costUsd: job.usd } };
  }

  /**
   * The clip of a scene of a batch, by the texts and the length that it has when its turn comes.
   * @throws DomainError not_found, bad_request, already_in_progress, limit_reached, insufficient_zaps, budget_reached
   */
  async inBatch(
    sceneId: string,
    choice: ClipChoice,
    { batchId, workId }: InBatch,
    context: CommandContext,
  ): Promise<void> {
    const target = await this.requests.target(context.ownerId, sceneId);
    if (target.state.jobs[workId]) return;
    const data = {
      jobId: workId,
      batchId,
      requestHash: requestHash(batchId, sceneId),
      ...clipOf(target.scene, choice),
    };
    await this.ask(target, data, context);
  }

  /**
   * What the clip of a scene costs.
   * @throws DomainError that says why there can be none
   */
  priceOfScene(state: ProjectState, sceneId: string, choice: ClipChoice, owner: { ownerId: string }): Price {
    const clip = clipOf(ownScene(state, sceneId, owner), choice);
    checkMayAnimate(state, { ...clip, sceneId }, owner);
    return listPrice(clip);
  }

  private ask(target: Target, data: Asked, context: CommandContext): Promise<GenerationJob> {
    const { state, scene } = target;
    const work = {
      provider: this.providers.video.name,
      model: data.modelId,
      operation: 'generate_video',
      description: `A video of ${data.seconds} s for a scene`,
    };
    const check = () => void checkMayAnimate(state, { ...data, sceneId: scene.id }, context);
    const price = () => listPrice(data);
    return this.requests.job(
      target,
      { kind: videoJobs, data, check, price, command: QueueVideoJob, work, bulk: false },
      context,
    );
  }
}

type Clip = Pick<VideoJobData, 'modelId' | 'prompt' | 'settings' | 'seconds'>;
type Asked = Omit<VideoJobData, keyof JobPrice>;

/** @throws DomainError not_found for an unknown model; bad_request for what it does not make */
function clipOf(scene: SceneState, { modelId, settings: given }: ClipChoice): Clip {
  const model = findVideoModel(modelId);
  if (!model) throw notFound();
  const { prompt: asked, seconds, settings } = checkSettings(model, given, scene.duration);
  return { modelId, prompt: asked || scene.videoPrompt || scene.description, settings, seconds };
}
