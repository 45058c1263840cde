import { createHash } from 'node:crypto';
import type { Readable } from 'node:stream';
import { Logger } from '@nestjs/common';
import {
  fieldsOf,
  FILM_FORMATS,
  findClipModel,
  findImageModel,
  IMAGE_MODEL,
  knownModels,
  modelDuration,
  nearestFormat,
  outputResolution,
  RATIOS,
  USUAL_FORMAT,
} from '@storyreel/contracts';
import type { ClipModel, CreativeModel, FilmFormat, ImageModel } from '@storyreel/contracts';
import { z } from 'zod';
import { readPictureHeader } from '../../infra/media/pictures/picture-header';
import { fetchJson } from '../http/fetch-json';
import { CreateRefused, OutputGone, PredictionNotFound, ProviderUnavailable } from '../http/provider-errors';
import { BETWEEN, promptWithCast, together } from '../ports/generation-provider';
import type {
  CreateOptions,
  FetchOptions,
  GenerationProvider,
  Prediction,
  PredictionOutput,
} from '../ports/generation-provider';
import { promptOf } from '../ports/image-provider';
import type { ImageProvider, ImageRequest } from '../ports/image-provider';
import type { Checkable } from '../provider-checks';
import { validSettings } from '../ports/video-provider';
import type { VideoImage, VideoProvider, VideoRequest } from '../ports/video-provider';
import { endingOf, fileOf, type Kind, TELL } from './comfyui-endings';
import { ComfyUiProgress } from './comfyui-progress';
import { ComfyUiTransport } from './comfyui-transport';
import type { ComfyUiOptions } from './comfyui-transport';
import { marksOf, readWorkflow, referencesIn, UnusableWorkflow, withValues } from './workflows';
import type { Value, Workflow } from './workflows';

const log = new Logger('ComfyUI');

const ENDINGS: Readonly<Record<string, string>> = { 'image/png': 'png', 'image/jpeg': 'jpg', 'image/webp': 'webp' };

/**
 * Returns a prompt's id, always the same for the same work. Ids are UUIDs in lower case (validate_job_id in
 * comfy_execution/jobs.py).
 */
export function promptIdOf(idempotencyKey: string, part: number): string {
  const hex = createHash('sha256').update(`${part}:${idempotencyKey}`).digest('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), `8${hex.slice(13, 16)}`, `8${hex.slice(17, 20)}`, hex.slice(20, 32)].join(
    '-',
  );
}

/**
 * 48 bits, the range of every node's seed. The same key gives the same seed, so a repeated request makes the same
 * image.
 */
const seedOf = (idempotencyKey: string): number =>
  createHash('sha256').update(`seed:${idempotencyKey}`).digest().readUIntBE(0, 6);

/** Rounds to a side length that diffusion models and video encoders can divide. */
const multiple = (side: number): number => Math.max(16, Math.round(side / 16) * 16);
const IMAGE_PIXELS = 1024 * 1024;

function imageSize(format: FilmFormat): { width: number; height: number } {
  const height = Math.sqrt(IMAGE_PIXELS / RATIOS[format]);
  return { width: multiple(height * RATIOS[format]), height: multiple(height) };
}

/** Returns a clip's size. In '480p' the number is the length of the shorter side. */
function clipSize(lines: string, format: FilmFormat): { width: number; height: number } | null {
  const shorter = Number(/^(\d{3,4})p$/u.exec(lines)?.[1] ?? NaN);
  if (Number.isNaN(shorter)) return null;
  const ratio = RATIOS[format];
  return ratio < 1
    ? { width: multiple(shorter), height: multiple(shorter / ratio) }
    : { width: multiple(shorter * ratio), height: multiple(shorter) };
}

interface Prompt {
  model: CreativeModel;
  workflow: Workflow;
  /** One set of values for each prompt to queue. */
  parts: Readonly<Record<string, Value>>[];
  seconds?: number;
}

/** Base of the image and the clip provider; subclasses provide the values for a workflow. */
abstract class ComfyUiProvider<Request> implements GenerationProvider<Request> {
  readonly name = 'comfyui';
  readonly label = 'ComfyUI';
  /** True because this provider chooses the ids, and each create first checks whether the server knows them. */
  readonly createIsIdempotent = true;
  private readonly progress: ComfyUiProgress;

  constructor(
    protected readonly transport: ComfyUiTransport,
    private readonly home: string,
    private readonly kind: Kind,
  ) {
    this.progress = new ComfyUiProgress(transport.baseUrl);
  }

  /** @throws CreateRefused, UnusableWorkflow */
  protected abstract prompt(request: Request, options: CreateOptions): Promise<Prompt>;

  async create(request: Request, options: CreateOptions): Promise<{ predictionId: string }> {
    const { idempotencyKey, signal, onSent } = options;
    const { model, workflow, parts, seconds } = await this.prompt(request, options);
    const ids: string[] = [];
    for (const [part, values] of parts.entries()) {
      const id = promptIdOf(idempotencyKey, part);
      const filled = withValues(workflow, { values, ...(seconds !== undefined && { seconds }) });
      onSent?.({ model: model.slug, body: { prompt: filled, prompt_id: id } });
      if (!(await this.isKnown(id, signal))) await this.transport.queue(id, filled, signal).catch(told(model));
      ids.push(id);
    }
    return { predictionId: ids.join(BETWEEN) };
  }

  async get(predictionId: string, { signal }: { signal?: AbortSignal } = {}): Promise<Prediction> {
    const parts = await Promise.all(predictionId.split(BETWEEN).map((id) => this.part(id, signal)));
    if (parts.some((part) => part === null)) throw new PredictionNotFound(predictionId);
    return together(
      predictionId,
      parts.flatMap((part) => part ?? []),
    );
  }

  async cancel(predictionId: string): Promise<void> {
    for (const id of predictionId.split(BETWEEN)) {
      this.progress.end(id);
      await this.transport.cancel(id);
    }
  }

  async fetchOutput(output: PredictionOutput, options: FetchOptions): Promise<Readable> {
    const file = 'ref' in output ? fileOf(output.ref) : null;
    if (file === null) throw new OutputGone('This output is not from ComfyUI.');
    return this.transport.open(file, options);
  }

  /** @throws UnusableWorkflow, CreateRefused for more reference pictures than the workflow takes */
  protected async workflowOf(
    model: CreativeModel,
    references: number,
  ): Promise<{ workflow: Workflow; marks: ReadonlySet<string> }> {
    const workflow = await readWorkflow(this.home, model.slug).catch((error: unknown) => {
      if (!(error instanceof UnusableWorkflow)) throw error;
      log.warn(`${model.name} can't be used: ${error.message}`);
      throw new CreateRefused(`${model.name} isn't set up correctly. ${TELL}`, { reason: 'not-found', cause: error });
    });
    const marks = marksOf(workflow);
    if (references > referencesIn(marks))
      throw new CreateRefused(`${model.name} takes fewer reference pictures.`, { reason: 'invalid-input' });
    return { workflow, marks };
  }

  /** Uploads pictures and returns the values for the nodes that load them. @throws CreateRefused */
  protected async pictures(
    pictures: readonly (readonly [name: string, picture: VideoImage])[],
    signal: AbortSignal | undefined,
  ): Promise<Record<string, string>> {
    const values: Record<string, string> = {};
    for (const [name, picture] of pictures) {
      if ('url' in picture)
        throw new CreateRefused('ComfyUI needs the image itself, not its address.', { reason: 'invalid-input' });
      const bytes = await picture.read();
      const digest = createHash('sha256').update(bytes).digest('hex').slice(0, 32);
      const file = `${digest}.${ENDINGS[picture.mimeType] ?? 'png'}`;
      values[name] = await this.transport.upload(file, bytes, picture.mimeType, signal);
    }
    return values;
  }

  private async isKnown(id: string, signal: AbortSignal | undefined): Promise<boolean> {
    try {
      return (await this.transport.stateOf(id, signal)) !== null;
    } catch (error) {
      if (!(error instanceof ProviderUnavailable)) throw error;
      throw new CreateRefused(error.message, { reason: 'unreachable', cause: error });
    }
  }

  /** Returns null for a prompt that the server does not know, for example after its restart: its queue is in memory. */
  private async part(id: string, signal: AbortSignal | undefined): Promise<Prediction | null> {
    const state = await this.transport.stateOf(id, signal);
    if (state === 'running' || state === 'pending') {
      const progress = this.progress.of(id);
      const status = state === 'running' ? 'processing' : 'starting';
      return { id, status, outputs: [], ...(progress !== undefined && { progress }) };
    }
    this.progress.end(id);
    return state && endingOf(id, state, this.kind);
  }
}

/** The log tells the operator why the workflow was refused; creators only read that it is not set up correctly. */
const told =
  ({ name }: CreativeModel) =>
  (error: unknown): never => {
    if (error instanceof CreateRefused && error.reason === 'not-found') log.warn(`${name}: ${error.message}`);
    throw error;
  };

const isOurs = ({ provider }: CreativeModel): boolean => provider === 'comfyui';

/** Returns the chosen model; for image requests that name none, the first model that the operator has added. */
function imageModelOf(id: string): ImageModel {
  const first = knownModels().find((model): model is ImageModel => model.kind === 'image' && isOurs(model));
  const chosen = id === IMAGE_MODEL ? first : findImageModel(id);
  if (chosen && (isOurs(chosen) || id === IMAGE_MODEL)) return chosen;
  throw new CreateRefused(`There is no workflow for images yet. ${TELL}`, { reason: 'not-found' });
}

class ComfyUiImageProvider extends ComfyUiProvider<ImageRequest> implements ImageProvider {
  protected async prompt(request: ImageRequest, { idempotencyKey, signal }: CreateOptions): Promise<Prompt> {
    const { count, format = USUAL_FORMAT, references = [] } = request;
    const prompt = promptOf(request);
    const model = imageModelOf(request.model);
    const { workflow, marks } = await this.workflowOf(model, references.length);
    const pictures = await this.pictures(named(references), signal);
    const seed = request.seed ?? seedOf(idempotencyKey);
    const values = { prompt, ...imageSize(format), ...pictures };
    // A workflow without a `count` mark makes one image at a time.
    const parts = marks.has('count')
      ? [{ ...values, seed, count }]
      : Array.from({ length: count }, (_, index) => ({ ...values, seed: seed + index }));
    return { model, workflow, parts };
  }
}

const named = (references: readonly VideoImage[]) =>
  references.map((picture, index): [string, VideoImage] => [`reference${index + 1}`, picture]);

class ComfyUiVideoProvider extends ComfyUiProvider<VideoRequest> implements VideoProvider {
  protected async prompt(request: VideoRequest, { idempotencyKey, signal }: CreateOptions): Promise<Prompt> {
    const { modelId, image, references = [], looks, durationSeconds } = request;
    const model = findClipModel(modelId);
    if (!model || !isOurs(model))
      throw new CreateRefused(`There is no workflow for this clip. ${TELL}`, { reason: 'not-found' });
    const checked = validSettings(fieldsOf(model), request.settings);
    const [problem] = checked.problems;
    if (problem !== undefined) throw new CreateRefused(problem, { reason: 'invalid-input' });
    const { workflow } = await this.workflowOf(model, references.length);
    const isAlone = references.length > 0 && model.references?.besidesFirstFrame === false;
    const start: [string, VideoImage][] = isAlone ? [] : [['start', image]];
    const { negative_prompt: negative, ...settings } = checked.settings;
    const seconds = modelDuration(modelId, durationSeconds);
    const values = {
      seed: seedOf(idempotencyKey),
      ...settings,
      ...(negative !== undefined && { negative }),
      ...(await sizeOf(model, checked.settings, image)),
      prompt: promptWithCast(request.prompt, { references, looks }),
      seconds,
      ...(await this.pictures([...start, ...named(references)], signal)),
    };
    return { model, workflow, parts: [values], seconds };
  }
}

/**
 * Returns the clip's size: the quality's number of lines in the first frame's format; null for a quality that is not a
 * number of lines.
 */
async function sizeOf(model: ClipModel, settings: object, image: VideoImage) {
  const header = 'url' in image ? null : readPictureHeader(await image.read());
  const format = header ? nearestFormat(header.width, header.height) : USUAL_FORMAT;
  return clipSize(outputResolution(model.id, { ...settings }), format);
}

const statsSchema = z.looseObject({ devices: z.array(z.looseObject({ name: z.string() })) });

/** Checks that the server answers and that the workflows in use can be read. */
const checkOf = (kind: Kind, baseUrl: string, home: string): Checkable => ({
  model: null,
  host: new URL(baseUrl).host,
  async ask(signal) {
    await fetchJson(`${baseUrl.replace(/\/+$/u, '')}/system_stats`, { headers: {}, schema: statsSchema, signal });
    const models = knownModels().filter((model) => model.kind === kind && isOurs(model) && model.id !== IMAGE_MODEL);
    if (models.length === 0)
      return `It answers, but models.json names no workflow for a${kind === 'image' ? 'n image' : ' clip'}.`;
    for (const { slug } of models) {
      try {
        await readWorkflow(home, slug);
      } catch (error) {
        if (error instanceof UnusableWorkflow) return error.message;
        throw error;
      }
    }
    return null;
  },
});

export interface ComfyUiSettings {
  COMFYUI_URL?: string | undefined;
}

interface Made {
  home: string;
  plain?: ComfyUiSettings;
  /** Shorter timeouts, for tests. */
  comfyui?: Omit<ComfyUiOptions, 'baseUrl'>;
}

/** Returns the providers for the operator's ComfyUI server; undefined without its address. */
export function comfyUi({ home, plain: { COMFYUI_URL: baseUrl } = {}, comfyui }: Made) {
  if (baseUrl === undefined) return undefined;
  const transport = new ComfyUiTransport({ baseUrl, ...comfyui });
  const image: [ImageProvider, Checkable] = [
    new ComfyUiImageProvider(transport, home, 'image'),
    checkOf('image', baseUrl, home),
  ];
  const video: [VideoProvider, Checkable] = [
    new ComfyUiVideoProvider(transport, home, 'clip'),
    checkOf('clip', baseUrl, home),
  ];
  return { image, video };
}

/**
 * Returns the defaults of an operator's entry for a workflow: it costs the operator nothing and makes all formats.
 * Creators pay the minimum price of the price book.
 */
export function workflowDefaults(kind: unknown): object {
  const read = { url: 'https://docs.comfy.org/development/comfyui-server/comms_routes', read: '2026-11-27' };
  const common = { defaultQuality: 'usual', sources: { inputs: read, price: read } };
  if (kind === 'image')
    return {
      ...common,
      perRequest: 4,
      qualities: [{ label: 'usual', usdPerImage: 0 }],
      formats: [...FILM_FORMATS],
    };
  return {
    ...common,
    imageInput: 'start',
    seconds: { default: 5, min: 1, max: 10 },
    qualityInput: 'resolution',
    qualities: [{ label: '480p', usdPerSecond: 0 }],
    defaultQuality: '480p',
  };
}
