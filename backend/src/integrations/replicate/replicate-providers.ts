import type { Readable } from 'node:stream';
import {
  combinationProblem,
  fieldsOf,
  findClipModel,
  findImageModel,
  findUpscaler,
  hasOwnSound,
  IMAGE_MODEL,
  isBlank,
  modelDuration,
  nearestFormat,
  USUAL_FORMAT,
} from '@storyreel/contracts';
import type { ClipModel, FilmFormat, ImageModel } from '@storyreel/contracts';
import { readPictureHeader } from '../../infra/media/pictures/picture-header';
import { CreateRefused, messageFrom, OutputGone, ProviderError } from '../http/provider-errors';
import { BETWEEN, together } from '../ports/generation-provider';
import type {
  CreateOptions,
  FetchOptions,
  GenerationProvider,
  Prediction,
  PredictionOutput,
  PredictionStatus,
} from '../ports/generation-provider';
import { promptWithCast } from '../ports/generation-provider';
import { promptOf } from '../ports/image-provider';
import type { ImageProvider, ImageRequest } from '../ports/image-provider';
import { validSettings } from '../ports/video-provider';
import type { ModelSettings, VideoImage, VideoProvider, VideoRequest } from '../ports/video-provider';
import type { ReplicatePrediction, ReplicateTransport } from './replicate-transport';

type Slug = `${string}/${string}`;

const STATUS: Record<ReplicatePrediction['status'], PredictionStatus> = {
  starting: 'starting',
  processing: 'processing',
  succeeded: 'succeeded',
  failed: 'failed',
  canceled: 'canceled',
  aborted: 'canceled',
};

const MIME_TYPES: Readonly<Record<string, string>> = {
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  mp4: 'video/mp4',
  webm: 'video/webm',
  mov: 'video/quicktime',
};

const mimeTypeOf = (url: string, fallback: string): string =>
  MIME_TYPES[/\.(\w+)(?:\?|#|$)/u.exec(url)?.[1]?.toLowerCase() ?? ''] ?? fallback;

/** Parses the last progress bar, '42%|███…', in a model's log; returns a fraction from 0 to 1. */
export function progressFromLogs(logs: string | null | undefined): number | undefined {
  const percent = [...(logs ?? '').matchAll(/(\d{1,3})%\s*\|/gu)].pop()?.[1];
  return percent === undefined ? undefined : Math.min(1, Number(percent) / 100);
}

/**
 * Files up to this size are sent within the request, which Replicate recommends below 1 MB
 * (replicate.com/docs/topics/predictions/input-files, read 2026-11-28).
 */
const INLINE_BYTES = 256 * 1024;

/** Base of the image and video providers for Replicate; subclasses define the model's input. */
abstract class ReplicateProvider<Request> implements GenerationProvider<Request> {
  readonly name = 'replicate';
  readonly label = 'Replicate';
  readonly createIsIdempotent = false;

  constructor(
    protected readonly transport: ReplicateTransport,
    private readonly defaultMimeType: string,
  ) {}

  /** @throws CreateRefused */
  protected abstract input(request: Request, signal?: AbortSignal): Promise<{ model: Slug; input: object }>;

  async create(request: Request, { signal, onSent }: CreateOptions): Promise<{ predictionId: string }> {
    const { model, input } = await this.input(request, signal);
    onSent?.({ model, body: { input } });
    const { id } = await this.transport.create(model, input, signal);
    return { predictionId: id };
  }

  async get(predictionId: string, { signal }: { signal?: AbortSignal } = {}): Promise<Prediction> {
    const prediction = await this.transport.get(predictionId, signal);
    const status = STATUS[prediction.status];
    const outputs = status === 'succeeded' ? this.outputs(prediction.output) : [];
    if (status === 'succeeded' && outputs.length === 0) {
      const error = prediction.data_removed
        ? 'Replicate has already deleted the result of this prediction.'
        : 'Replicate reported success without a result.';
      return { id: predictionId, status: 'failed', outputs: [], error };
    }
    const progress = status === 'succeeded' ? 1 : progressFromLogs(prediction.logs);
    const failed = status === 'failed' || status === 'canceled';
    return {
      id: predictionId,
      status,
      outputs,
      ...(progress === undefined ? {} : { progress }),
      ...(failed ? { error: errorText(prediction.error, status) } : {}),
    };
  }

  async cancel(predictionId: string): Promise<void> {
    await this.transport.cancel(predictionId);
  }

  async fetchOutput(output: PredictionOutput, options: FetchOptions): Promise<Readable> {
    if (!('url' in output)) throw new OutputGone('This output is not from Replicate.');
    return this.transport.outputs.open(output.url, options);
  }

  /**
   * Returns the input for reference pictures; empty without pictures.
   * @throws CreateRefused for more pictures than the model accepts
   */
  protected async references(
    { name, references: takes }: ClipModel | ImageModel,
    pictures: readonly VideoImage[],
    signal: AbortSignal | undefined,
  ): Promise<Record<string, string[]>> {
    if (pictures.length > (takes?.most ?? 0))
      throw new CreateRefused(`${name} takes fewer reference pictures.`, { reason: 'invalid-input' });
    if (takes === undefined || pictures.length === 0) return {};
    return { [takes.input]: await Promise.all(pictures.map((picture) => this.imageInput(picture, signal))) };
  }

  protected async imageInput(image: VideoImage, signal: AbortSignal | undefined): Promise<string> {
    if ('url' in image) return image.url;
    const bytes = await image.read();
    return bytes.length <= INLINE_BYTES
      ? `data:${image.mimeType};base64,${bytes.toString('base64')}`
      : this.transport.upload(bytes, image.mimeType, signal);
  }

  private outputs(output: unknown): PredictionOutput[] {
    const list: unknown[] = Array.isArray(output) ? output : [output];
    return list
      .filter((url): url is string => typeof url === 'string' && /^https?:\/\//u.test(url))
      .map((url) => ({ url, mimeType: mimeTypeOf(url, this.defaultMimeType) }));
  }
}

function errorText(error: unknown, status: 'failed' | 'canceled'): string {
  if (typeof error === 'string' && !isBlank(error)) return messageFrom(error);
  return status === 'canceled'
    ? 'The prediction was canceled at Replicate.'
    : 'The prediction failed at Replicate without saying why.';
}

export const REPLICATE_IMAGE_MODEL = 'black-forest-labs/flux-dev';

/** Returns the chosen model, or the default one. */
function imageModelOf(id: string): ImageModel {
  const usual = findImageModel('flux-dev');
  const chosen = id === IMAGE_MODEL ? usual : findImageModel(id);
  const model = chosen?.provider === 'replicate' ? chosen : usual;
  if (!model) throw new CreateRefused(`The image model ${id} is not known.`, { reason: 'invalid-input' });
  return model;
}

const cannot = (message: string): CreateRefused => new CreateRefused(message, { reason: 'invalid-input' });

/** A request with the input for its reference pictures, which are uploaded once for all predictions of the request. */
interface PlacedRequest extends ImageRequest {
  pictures?: Record<string, string[]>;
}

/** Makes images: as many per prediction as the model can, in as many predictions as the request needs. */
export class ReplicateImageProvider extends ReplicateProvider<PlacedRequest> implements ImageProvider {
  constructor(transport: ReplicateTransport) {
    super(transport, 'image/jpeg');
  }

  /** Predictions accepted before a refusal are paid for and kept; the request then yields fewer images. */
  override async create(request: ImageRequest, options: CreateOptions): Promise<{ predictionId: string }> {
    if (request.source) return super.create(request, options);
    const model = imageModelOf(request.model);
    const { perRequest } = model;
    const pictures = await this.references(model, request.references ?? [], options.signal);
    const ids: string[] = [];
    try {
      for (let made = 0; made < request.count; made += perRequest) {
        const seed = request.seed === undefined ? {} : { seed: request.seed + made };
        const part = { ...request, ...seed, pictures, count: Math.min(perRequest, request.count - made) };
        ids.push((await super.create(part, options)).predictionId);
      }
    } catch (error) {
      if (ids.length === 0 || !(error instanceof ProviderError)) throw error;
    }
    return { predictionId: ids.join(BETWEEN) };
  }

  override async get(predictionId: string, options: { signal?: AbortSignal } = {}): Promise<Prediction> {
    const parts = await Promise.all(predictionId.split(BETWEEN).map((id) => super.get(id, options)));
    return together(predictionId, parts);
  }

  override async cancel(predictionId: string): Promise<void> {
    await Promise.all(predictionId.split(BETWEEN).map((id) => super.cancel(id)));
  }

  protected override async input(
    request: PlacedRequest,
    signal?: AbortSignal,
  ): Promise<{ model: Slug; input: object }> {
    if (request.factor !== undefined) return this.enlarged(request, signal);
    if (request.source) return this.edited(request, signal);
    const { count, seed, format = USUAL_FORMAT, negativePrompt } = request;
    const model = imageModelOf(request.model);
    const { inputs } = model;
    return {
      model: slugOf(model),
      input: {
        prompt: promptOf(request),
        ...(inputs.count !== undefined && { [inputs.count]: count }),
        ...(inputs.format !== undefined && { [inputs.format]: format }),
        ...inputs.fixed,
        ...request.pictures,
        ...wishesOf(inputs, { seed, negativePrompt }),
      },
    };
  }

  /** The image to edit is sent as the model's first reference. */
  private async edited(
    { source, mask, seed, negativePrompt, ...request }: PlacedRequest,
    signal: AbortSignal | undefined,
  ): Promise<{ model: Slug; input: object }> {
    const model = findImageModel(request.model);
    if (!model?.edits || !source) throw cannot(`${model?.name ?? request.model} does not edit images.`);
    const { edits, inputs } = model;
    if (mask && edits.mask === undefined) throw cannot(`${model.name} takes no mask.`);
    return {
      model: slugOf(model),
      input: {
        prompt: promptOf({ ...request, source, count: 1 }),
        ...inputs.fixed,
        ...edits.fixed,
        ...(await this.references(model, [source], signal)),
        ...(mask && edits.mask !== undefined && { [edits.mask]: await this.imageInput(mask, signal) }),
        ...wishesOf(inputs, { seed, negativePrompt }),
      },
    };
  }

  private async enlarged(
    { source, factor, model: id }: PlacedRequest,
    signal: AbortSignal | undefined,
  ): Promise<{ model: Slug; input: object }> {
    const model = findUpscaler(id);
    if (!model || !source || factor === undefined) throw cannot(`${id} does not enlarge images.`);
    return {
      model: slugOf(model),
      input: {
        [model.imageInput]: await this.imageInput(source, signal),
        [model.factorInput]: model.factorWords?.[String(factor)] ?? factor,
        ...model.fixed,
      },
    };
  }
}

/** Returns the inputs for a request's options other than the prompt, if the model supports them. */
const wishesOf = (
  inputs: ImageModel['inputs'],
  { seed, negativePrompt }: Pick<ImageRequest, 'seed' | 'negativePrompt'>,
): Record<string, string | number> => ({
  ...(inputs.seed !== undefined && seed !== undefined && { [inputs.seed]: seed }),
  ...(inputs.negativePrompt !== undefined && negativePrompt && { [inputs.negativePrompt]: negativePrompt }),
});

const isSlug = (name: string): name is Slug => /^[^/]+\/[^/]+$/u.test(name);

/** Returns owner and name at Replicate. @throws CreateRefused */
function slugOf({ name, slug }: { name: string; slug: string }): Slug {
  if (isSlug(slug)) return slug;
  throw new CreateRefused(`${name} needs a slug of the form owner/name: ${slug}.`, { reason: 'invalid-input' });
}

/** Returns whether the clip has sound. Always set explicitly: Replicate's default can cost twice as much. */
const soundOf = (model: ClipModel, settings: ModelSettings): ModelSettings =>
  typeof model.sound === 'object' ? { [model.sound.input]: hasOwnSound(model.id, settings) } : {};

/** Returns the model's format that is nearest to the first frame. */
async function nearestOf(formats: readonly FilmFormat[], image: VideoImage): Promise<FilmFormat | undefined> {
  const size = 'url' in image ? null : readPictureHeader(await image.read());
  return (size && formats.find((format) => format === nearestFormat(size.width, size.height))) ?? formats[0];
}

/** Inputs that this provider sets, overriding the settings. */
const OWN_INPUTS = ['prompt', 'duration', 'start_image', 'first_frame_image', 'image', 'aspect_ratio'];

export class ReplicateVideoProvider extends ReplicateProvider<VideoRequest> implements VideoProvider {
  constructor(transport: ReplicateTransport) {
    super(transport, 'video/mp4');
  }

  protected override async input(
    { modelId, prompt, image, durationSeconds, settings, references = [], looks }: VideoRequest,
    signal?: AbortSignal,
  ): Promise<{ model: Slug; input: object }> {
    const model = findClipModel(modelId);
    if (model === null)
      throw new CreateRefused(`The video model ${modelId} is not known.`, { reason: 'invalid-input' });
    const checked = validSettings(fieldsOf(model), settings);
    const problem = checked.problems[0] ?? combinationProblem(modelId, durationSeconds, checked.settings);
    if (problem !== null && problem !== undefined) throw new CreateRefused(problem, { reason: 'invalid-input' });
    const extras = Object.fromEntries(
      Object.entries(checked.settings).filter(([name, value]) => !OWN_INPUTS.includes(name) && value !== ''),
    );
    return {
      model: slugOf(model),
      input: {
        ...soundOf(model, checked.settings),
        ...extras,
        ...model.fixed,
        ...(model.formats && { [model.formats.input]: await nearestOf(model.formats.of, image) }),
        prompt: promptWithCast(prompt, { references, looks }),
        duration: modelDuration(modelId, durationSeconds),
        ...(await this.pictures(model, image, references, signal)),
      },
    };
  }

  /** Returns the first frame and the references, or only the references where the model takes just one of the two. */
  private async pictures(
    model: ClipModel,
    image: VideoImage,
    references: readonly VideoImage[],
    signal: AbortSignal | undefined,
  ): Promise<Record<string, string | string[]>> {
    const sent = await this.references(model, references, signal);
    const isAlone = references.length > 0 && model.references?.besidesFirstFrame === false;
    return { ...(!isAlone && { [model.imageInput]: await this.imageInput(image, signal) }), ...sent };
  }
}
