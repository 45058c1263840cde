import { Inject, Injectable } from '@nestjs/common';
import {
  BULK_IMAGES_PER_DAY,
  IMAGE_MODEL,
  imageInputs,
  imagesPrice,
  isBlank,
  LIMITS,
  castMembers,
  originOf,
  referencesOf,
  restyled,
  sentCast,
  toZaps,
  type generateImageRequestSchema,
  type GenerateImageResponse,
  type Price,
} from '@storyreel/contracts';
import type { z } from 'zod';
import { Clock } from '../../../lib/time';
import type { CommandContext } from '../../../eventsourcing/commands/command-context';
import { DomainError, notFound } from '../../../lib/domain-error';
import { derivedId } from '../../../lib/ids';
import { requestHash } from '../../../lib/hash';
import { OfferedModels } from '../../../integrations/offered-models';
import { PROVIDERS, type Providers } from '../../../integrations/providers.token';
import { PaidWork } from '../../../money/zaps';
import {
  type CastAsked,
  type GenerationJob,
  type JobPrice,
  type MadeFrom,
  mainImageUrlOf,
  ownScene,
  type ProjectState,
} from '../../../projects/storyboard';
import { CastReferences } from '../../cast-references';
import { imageToWorkOn } from '../../domain/job-steps';
import { SourcePictures } from '../../source-pictures';
import { GenerationRequests, type InBatch, type Target } from '../../http/generation-requests';
import { checkMayGenerate, countOf, imageJobs, QueueImageJob } from './image-job';
import type { ImageJobData } from './image-job';
import { ImageJobQueries } from './image-job.view';

type Body = z.output<typeof generateImageRequestSchema>;
type Asked = Omit<ImageJobData, keyof JobPrice>;

@Injectable()
export class ImageRequests {
  constructor(
    private readonly requests: GenerationRequests,
    private readonly paidWork: PaidWork,
    private readonly jobs: ImageJobQueries,
    @Inject(PROVIDERS) private readonly providers: Providers,
    private readonly clock: Clock,
    private readonly offered: OfferedModels,
    private readonly cast: CastReferences,
    private readonly sources: SourcePictures,
  ) {}

  /** @throws DomainError not_found, already_in_progress, limit_reached, insufficient_zaps, idempotency_key_reused */
  async request(
    userId: string,
    body: Body,
    { commandId, keyed }: { commandId: string; keyed: boolean },
  ): Promise<GenerateImageResponse> {
    const { sceneId, prompt, model, bulk = !keyed, variationOf } = body;
    const target = await this.requests.target(userId, sceneId);
    const { projectId, scene } = target;
    if (body.projectId !== undefined && body.projectId !== projectId) throw notFound();
    // Without a key, the scene and its generation number identify the request, so that a double click creates only one
    // job.
    const jobId = keyed ? derivedId(commandId, 'image') : derivedId(userId, 'image', sceneId, scene.generation + 1);
    const content = [sceneId, prompt, model, bulk, ...(variationOf === undefined ? [] : [variationOf])];
    const asked = { jobId, prompt, model, bulk, requestHash: requestHash(...content) };
    await this.ask(target, asked, this.requests.context(userId, commandId), variationOf);
    return this.answer(userId, jobId);
  }

  /**
   * Queues the images of a scene for a batch, using the scene's current prompt.
   * @throws DomainError not_found, bad_request, already_in_progress, limit_reached, insufficient_zaps, budget_reached
   */
  async inBatch(sceneId: string, { batchId, workId }: InBatch, context: CommandContext): Promise<void> {
    const target = await this.requests.target(context.ownerId, sceneId);
    if (target.state.jobs[workId]) return;
    this.checkScene(target.state, sceneId, context);
    const { imagePrompt: prompt } = target.scene;
    const asked = { prompt, model: IMAGE_MODEL, bulk: true, requestHash: requestHash(batchId, sceneId) };
    await this.ask(target, { ...asked, jobId: workId, batchId }, context);
  }

  /**
   * Queues one image that replaces a scene's main image, using the scene's current prompt and style.
   * @throws DomainError like `inBatch`; bad_request when the origin of the main image is unknown
   */
  async refresh(sceneId: string, { batchId, workId }: InBatch, context: CommandContext): Promise<void> {
    let target = await this.requests.target(context.ownerId, sceneId);
    if (target.state.jobs[workId]) return;
    const { mainImageId: replaces, origins, imagePrompt } = target.scene;
    const made = originOf(origins, mainImageUrlOf(target.scene))?.image;
    if (!made || replaces === null) throw new DomainError('bad_request', 'This scene’s image is up to date.');
    this.checkRefresh(target.state, sceneId, context);
    const prompt = restyled(imagePrompt, made.style, await this.requests.style(target.state));
    if (prompt !== imagePrompt) target = await this.requests.writePrompt(sceneId, prompt, context);
    const model = this.offered.problemOf(made.model) === null ? made.model : IMAGE_MODEL;
    const asked = { prompt, model, bulk: true, requestHash: requestHash(batchId, sceneId), replaces };
    await this.ask(target, { ...asked, jobId: workId, batchId }, context);
  }

  /** @throws DomainError with the reason why the main image of a scene cannot be replaced */
  checkRefresh(state: ProjectState, sceneId: string, owner: { ownerId: string }): void {
    this.checkScene(state, sceneId, owner, { replaces: ownScene(state, sceneId, owner).mainImageId ?? '' });
  }

  /**
   * Returns the price of a scene's images in a batch, with the current reference pictures.
   * @throws DomainError with the reason why a batch cannot make images of the scene
   */
  priceOfScene(state: ProjectState, sceneId: string, owner: { ownerId: string }): Price {
    this.checkScene(state, sceneId, owner);
    const scene = ownScene(state, sceneId, owner);
    const { wanted } = sentCast(state.fields, scene, scene.imagePrompt, mostOf(IMAGE_MODEL));
    return listPrice(IMAGE_MODEL, wanted.length);
  }

  /** Returns the maximum price of one scene's images, for scenes whose cast is not known yet. */
  mostForScene({ fields }: ProjectState): Price {
    const ofCast = castMembers(fields).reduce((sum, { pictures }) => sum + pictures.length, 0);
    const pictures = ofCast + (fields.imageUrl === null ? 0 : 1);
    return listPrice(IMAGE_MODEL, Math.min(pictures, mostOf(IMAGE_MODEL)));
  }

  /** @throws DomainError with the reason why a batch cannot make images of the scene */
  private checkScene(
    state: ProjectState,
    sceneId: string,
    owner: { ownerId: string },
    asked?: Pick<ImageJobData, 'replaces'>,
  ): void {
    checkMayGenerate(state, sceneId, owner, asked);
    if (isBlank(ownScene(state, sceneId, owner).imagePrompt)) {
      throw new DomainError('bad_request', 'This scene has no image prompt.');
    }
  }

  private async ask(
    target: Target,
    data: Asked,
    context: CommandContext,
    variationOf?: string,
  ): Promise<GenerationJob> {
    const { state, scene } = target;
    const known = await this.requests.repeated(state, data);
    if (known) return known;
    const { model, bulk, prompt } = data;
    const { format } = state.fields.film;
    const count = countOf(data);
    const work = {
      provider: this.providers.imageFor(model).name,
      model,
      operation: 'generate_image',
      description: count === 1 ? 'An image for a scene' : `${count} images for a scene`,
    };
    const check = () => checkMayGenerate(state, scene.id, context, data);
    this.offered.check(model);
    const command = { ...data, sceneId: scene.id };
    await this.requests.checkOf(target, context)(QueueImageJob.name, command, check);
    const sent = sentCast(state.fields, scene, prompt, mostOf(model));
    const from = variationOf === undefined ? null : await this.imageToVary(target, model, variationOf);
    const cast = withImage(from, await this.cast.of(sent, state.ownerId), model);
    // Inputs are stored only for the scene's own prompt: for another prompt, a later change could not be detected.
    const isOfScene = prompt.trim() === scene.imagePrompt.trim();
    const style = await this.requests.style(state);
    const madeFrom = isOfScene ? imageInputs({ imagePrompt: prompt, model, style, format, sent }) : undefined;
    const wanted = {
      kind: imageJobs,
      data: { ...data, format, ...cast, ...(madeFrom && { madeFrom }), ...(from && { from }) },
      check,
      price: () => listPrice(model, cast.references?.length, count),
      command: QueueImageJob,
      work,
      bulk,
    };
    return this.requests.job(target, wanted, context);
  }

  /** @throws DomainError bad_request, limit_reached */
  private async imageToVary({ scene, userId }: Target, model: string, url: string): Promise<MadeFrom> {
    const slot = imageToWorkOn(scene, { url }, LIMITS.imagesPerGeneration);
    if (!referencesOf(model))
      throw new DomainError(
        'bad_request',
        "This model takes no images, so it can't make variations. Choose another one.",
      );
    return this.sources.of(slot, userId);
  }

  /** Returns how many more scenes the plan includes today, and the price of each scene beyond them. */
  async bulkQuote(userId: string): Promise<{ remainingToday: number; zapsPerScene: number }> {
    const used = await this.paidWork.bulkCount(userId, this.clock.now().toISOString().slice(0, 10));
    return {
      remainingToday: Math.max(0, BULK_IMAGES_PER_DAY - used),
      zapsPerScene: toZaps(listPrice(IMAGE_MODEL).units),
    };
  }

  private async answer(userId: string, jobId: string): Promise<GenerateImageResponse> {
    const { queuePosition, ...queueStats } = await this.jobs.standing(userId, jobId);
    // The view may lag longer than the command waits for it. A queued job that the view does not show yet is the newest
    // one.
    return { jobId, queuePosition: queuePosition ?? queueStats.queuedJobs, queueStats };
  }
}

const mostOf = (model: string): number => referencesOf(model)?.most ?? 0;

/** Puts the image before the cast's reference pictures; the model then takes one of them fewer. */
function withImage(from: MadeFrom | null, cast: CastAsked, model: string): CastAsked {
  if (from === null) return cast;
  const image = { name: 'Image', kind: 'reference' as const, url: from.url, hash: from.hash };
  return { ...cast, references: [image, ...(cast.references ?? [])].slice(0, mostOf(model)) };
}

/** Returns the list price of a generation in which each image uses this many reference pictures. */
export const listPrice = (model: string, references = 0, images: number = LIMITS.imagesPerGeneration) =>
  imagesPrice(images, model, references);
