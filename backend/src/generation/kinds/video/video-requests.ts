import { Inject, Injectable } from '@nestjs/common';
import {
  clipInputs,
  clipReferences,
  clipUsage,
  clipWords,
  combinationProblem,
  fieldsOf,
  findClipModel,
  hasOwnSound,
  LIMITS,
  modelDuration,
  originOf,
  ownClipPrompt,
  qualitySetting,
  sentCast,
  settingOf,
  toZaps,
  videoPrice,
} from '@storyreel/contracts';
import type {
  ClipChoice,
  ClipSource,
  GenerateVideoRequest,
  GenerateVideoResponse,
  Price,
  ClipModel,
} from '@storyreel/contracts';
import type { CommandContext } from '../../../eventsourcing/commands/command-context';
import { validSettings } from '../../../integrations/ports/video-provider';
import type { ModelSettings, SettingValue } from '../../../integrations/ports/video-provider';
import { OfferedModels } from '../../../integrations/offered-models';
import { PROVIDERS } from '../../../integrations/providers.token';
import type { Providers } from '../../../integrations/providers.token';
import { DomainError, notFound } from '../../../lib/domain-error';
import { requestHash } from '../../../lib/hash';
import { derivedId } from '../../../lib/ids';
import { mainImageUrlOf, ownScene } from '../../../projects/storyboard';
import type { GenerationJob, JobPrice, ProjectState, SceneState } from '../../../projects/storyboard';
import { CastReferences } from '../../cast-references';
import { GenerationRequests } from '../../http/generation-requests';
import type { InBatch, Target } from '../../http/generation-requests';
import { checkMayAnimate, QueueVideoJob, videoJobs } from './video-job';
import type { VideoJobData } from './video-job';

export interface CheckedSettings {
  /** The prompt; empty if the request has none. */
  prompt: string;
  /** The duration, which the model supports and which decides the price. */
  seconds: number;
  /** All settings except prompt and duration. */
  settings: ModelSettings;
}

/** Settings for images. They are not taken from requests, because images always come from the scene. */
const PICTURES = ['image', 'start_image', 'first_frame_image', 'end_image', 'last_frame_image', 'reference_images'];
const OWN = ['prompt', 'duration', 'quality'];

const refuse = (message: string): never => {
  throw new DomainError('bad_request', message);
};

/** Checks a request's settings against the model's schema. @throws DomainError bad_request */
export function checkSettings(
  model: ClipModel,
  given: Record<string, SettingValue | null>,
  fallbackSeconds: number,
): CheckedSettings {
  const schema = fieldsOf(model);
  const sent = Object.entries(given).filter(
    (entry): entry is [string, SettingValue] => entry[1] !== null && entry[1] !== '',
  );
  for (const [name] of sent) {
    if (PICTURES.includes(name)) refuse(`'${name}' is taken from the scene.`);
    if (!OWN.includes(name) && !Object.hasOwn(schema, name)) refuse(`The model has no setting '${name}'.`);
  }
  const { prompt = '', duration = fallbackSeconds, quality } = Object.fromEntries(sent);
  if (typeof prompt !== 'string') return refuse("'prompt' must be text.");
  if (typeof duration !== 'number' || duration < LIMITS.durationMin || duration > LIMITS.durationMax) {
    return refuse(`'duration' must be a number from ${LIMITS.durationMin} to ${LIMITS.durationMax}.`);
  }
  const extras = Object.fromEntries(sent.filter(([name]) => !OWN.includes(name)));
  const settings = { ...qualityOf(model, quality, extras), ...soundOf(model, extras), ...extras };
  const problem = validSettings(schema, settings).problems[0] ?? combinationProblem(model.id, duration, settings);
  if (problem) refuse(`${problem.replace(/\.$/, '')}.`);
  return { prompt: prompt.trim(), seconds: modelDuration(model.id, duration), settings };
}

/**
 * Returns the settings for a quality, or those of the model's default quality. Empty if the request itself sets a mode
 * or a resolution.
 */
function qualityOf(model: ClipModel, quality: SettingValue | undefined, settings: ModelSettings): ModelSettings {
  if ('mode' in settings || 'resolution' in settings) return {};
  return quality === undefined ? settingOf(model, model.defaultQuality) : qualitySetting(model.id, String(quality));
}

/** Returns the setting for a clip's own sound, which can affect the price; empty if the model has no such setting. */
const soundOf = (model: ClipModel, settings: ModelSettings): ModelSettings =>
  typeof model.sound === 'object' ? { [model.sound.input]: hasOwnSound(model.id, settings) } : {};

interface PricedClip {
  modelId: string;
  seconds: number;
  settings: ModelSettings;
}

/** @throws DomainError bad_request */
export function listPrice({ modelId, seconds, settings }: PricedClip): Price {
  const price = videoPrice(modelId, clipUsage(modelId, seconds, settings));
  if (!price) throw new DomainError('bad_request', "There's no price for a clip with these settings.");
  return price;
}

@Injectable()
export class VideoRequests {
  constructor(
    private readonly requests: GenerationRequests,
    @Inject(PROVIDERS) private readonly providers: Providers,
    private readonly offered: OfferedModels,
    private readonly cast: CastReferences,
  ) {}

  /** @throws DomainError not_found, bad_request, already_in_progress, limit_reached, insufficient_zaps, … */
  async request(userId: string, body: GenerateVideoRequest, commandId: string): Promise<GenerateVideoResponse> {
    const { sceneId, modelId } = body;
    const target = await this.requests.target(userId, sceneId);
    // Hashes the request as sent. Its defaults come from the scene, whose texts may have changed when the request is
    // repeated.
    const hash = requestHash(sceneId, modelId, body.settings, ...(body.from ? [body.from] : []));
    const jobId = derivedId(commandId, 'video');
    const data = { jobId, requestHash: hash, ...clipOf(target.scene, body), from: body.from };
    const job = await this.ask(target, data, this.requests.context(userId, commandId));
    return { predictionId: jobId, costInfo: { creditsUsed: toZaps(job.units), costUsd: job.usd } };
  }

  /**
   * Queues the clip of a scene for a batch, using the scene's current texts and length.
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
      from: choice.from,
    };
    await this.ask(target, data, context);
  }

  /**
   * Queues a clip that replaces a scene's chosen clip, with the same model and settings.
   * @throws DomainError like `inBatch`; bad_request when the origin of the clip is unknown
   */
  async refresh(sceneId: string, { batchId, workId }: InBatch, context: CommandContext): Promise<void> {
    const target = await this.requests.target(context.ownerId, sceneId);
    const { state, scene } = target;
    if (state.jobs[workId]) return;
    const main = scene.videos.find(({ id }) => id === scene.mainVideoId);
    const made = originOf(scene.origins, main?.url ?? null)?.clip;
    if (!main || !made) throw new DomainError('bad_request', 'This scene’s clip is up to date.');
    const { modelId, settings, seconds, from, ownPrompt } = made;
    const clip = { modelId, settings, seconds, prompt: ownPrompt ?? clipWords(scene) };
    const request = { jobId: workId, batchId, requestHash: requestHash(batchId, sceneId) };
    await this.ask(target, { ...request, ...clip, from, replaces: main.id }, context);
  }

  /** @throws DomainError with the reason why the chosen clip of a scene cannot be replaced */
  checkRefresh(state: ProjectState, sceneId: string, owner: { ownerId: string }): void {
    const scene = ownScene(state, sceneId, owner);
    const main = scene.videos.find(({ id }) => id === scene.mainVideoId);
    const made = originOf(scene.origins, main?.url ?? null)?.clip;
    if (!made) return;
    this.offered.check(made.modelId);
    checkMayAnimate(state, { ...made, prompt: made.ownPrompt ?? clipWords(scene), sceneId }, owner);
  }

  /**
   * Returns the price of a scene's clip.
   * @throws DomainError with the reason why no clip can be made
   */
  priceOfScene(state: ProjectState, sceneId: string, choice: ClipChoice, owner: { ownerId: string }): Price {
    this.offered.check(choice.modelId);
    const clip = clipOf(ownScene(state, sceneId, owner), choice);
    checkMayAnimate(state, { ...clip, sceneId }, owner);
    return listPrice(clip);
  }

  /** Returns the price of a clip for a scene of this length. @throws DomainError not_found, bad_request */
  priceOfClip({ modelId, settings }: ClipChoice, sceneSeconds: number): Price {
    const model = findClipModel(modelId);
    if (!model) throw notFound();
    this.offered.check(modelId);
    return listPrice({ modelId, ...checkSettings(model, settings, sceneSeconds) });
  }

  private async ask(
    target: Target,
    { from = 'image', ...data }: Asked & { from?: ClipSource },
    context: CommandContext,
  ): Promise<GenerationJob> {
    const { state, scene } = target;
    const known = await this.requests.repeated(state, data);
    if (known) return known;
    const work = {
      provider: this.providers.videoFor(data.modelId).name,
      model: data.modelId,
      operation: 'generate_video',
      description: `A video of ${data.seconds} s for a scene`,
    };
    const clip = { ...data, sceneId: scene.id };
    const check = () => void checkMayAnimate(state, clip, context);
    this.offered.check(data.modelId);
    await this.requests.checkOf(target, context)(QueueVideoJob.name, clip, check);
    const takes = clipReferences(data, from, state.fields.film.format);
    if (from === 'cast' && !takes) refuse('This model makes no clip with these settings from reference images.');
    const sent = sentCast(state.fields, scene, scene.imagePrompt, takes?.most ?? 0);
    const cast = await this.cast.of(sent, state.ownerId);
    if (from === 'cast' && !cast.references) refuse('The cast of this scene has no images.');
    const price = () => listPrice(data);
    const { modelId, settings, seconds } = data;
    const ownPrompt = ownClipPrompt(data.prompt, scene);
    const imageUrl = mainImageUrlOf(scene) ?? '';
    const madeFrom = clipInputs({ modelId, settings, seconds, from, scene, sent, imageUrl, ownPrompt });
    return this.requests.job(
      target,
      {
        kind: videoJobs,
        data: { ...data, ...cast, madeFrom },
        check,
        price,
        command: QueueVideoJob,
        work,
        bulk: false,
      },
      context,
    );
  }
}

type Clip = Pick<VideoJobData, 'modelId' | 'prompt' | 'settings' | 'seconds'>;
type Asked = Omit<VideoJobData, keyof JobPrice>;

/** @throws DomainError not_found for an unknown model; bad_request for settings that the model does not support */
function clipOf(scene: SceneState, { modelId, settings: given }: ClipChoice): Clip {
  const model = findClipModel(modelId);
  if (!model) throw notFound();
  const { prompt: asked, seconds, settings } = checkSettings(model, given, scene.duration);
  return { modelId, prompt: asked || scene.videoPrompt || scene.description, settings, seconds };
}
