import { Inject, Injectable } from '@nestjs/common';
import {
  findVideoModel,
  toZaps,
  type GenerateVideoRequest,
  type GenerateVideoResponse,
  type Price,
  videoPrice,
} from '@storyreel/contracts';
import { notFound, DomainError } from '../../../platform/domain/domain-error';
import { derivedId } from '../../../platform/ids';
import { requestHash } from '../../../platform/request-hash';
import { PROVIDERS, type Providers } from '../../../providers/providers.token';
import { GenerationRequests } from '../../http/generation-requests';
import { checkMayAnimate, QueueVideoJob } from './queue-video-job';
import { videoJobs } from './video-jobs';
import { checkSettings, type CheckedSettings } from './video-settings';

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
    const { state, scene } = target;
    const model = findVideoModel(modelId);
    if (!model) throw notFound();
    const { prompt: asked, seconds, settings } = checkSettings(model, body.settings, scene.duration);
    const prompt = asked || scene.videoPrompt || scene.description;
    const jobId = derivedId(commandId, 'video');
    // Of what was sent: what stands in for a setting may be another text of the scene when the request comes again.
    const hash = requestHash(sceneId, modelId, body.settings);
    const data = { jobId, modelId, prompt, settings, seconds, requestHash: hash };
    const wanted = {
      data,
      check: () => checkMayAnimate(state, { ...data, sceneId }, { ownerId: userId }),
      price: () => listPrice(modelId, seconds, settings),
      kind: videoJobs,
      command: QueueVideoJob,
      work: {
        provider: this.providers.video.name,
        model: modelId,
        operation: 'generate_video',
        description: `A video of ${seconds} s for a scene`,
      },
      bulk: false,
    };
    const job = await this.requests.job(target, wanted, commandId);
    return { predictionId: jobId, costInfo: { creditsUsed: toZaps(job.units), costUsd: job.usd } };
  }
}

function listPrice(model: string, seconds: number, settings: CheckedSettings['settings']): Price {
  const { resolution, mode } = settings;
  const price = videoPrice(model, { seconds, resolution, mode });
  if (!price) throw new DomainError('bad_request', 'There is no price for a video with these settings.');
  return price;
}
