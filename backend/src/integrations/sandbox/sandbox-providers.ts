import {
  castPattern,
  findClipModel,
  LIMITS,
  outputResolution,
  promptInFormat,
  USUAL_FORMAT,
  withLooks,
} from '@storyreel/contracts';
import type { FilmFormat } from '@storyreel/contracts';
import { type Predictions, type Sandbox, SandboxProblem } from '@storyreel/sandbox';
import type { Readable } from 'node:stream';
import type {
  CreateOptions,
  FetchOptions,
  GenerationProvider,
  PredictionOutput,
  ReferencePicture,
} from '../ports/generation-provider';
import type { ImageProvider, ImageRequest } from '../ports/image-provider';
import { limitBytes } from '../http/stream-limits';
import { CreateRefused, OutputGone, PredictionNotFound, ProviderUnavailable } from '../http/provider-errors';
import type { SpeechProvider, SpeechRequest } from '../ports/speech-provider';
import type { VideoProvider, VideoRequest } from '../ports/video-provider';

const refused = (message: string): CreateRefused => new CreateRefused(message, { reason: 'invalid-input' });

/** Maps a sandbox error to the error types shared by all providers. */
function asProviderError(error: unknown, subject: string): unknown {
  if (!(error instanceof SandboxProblem)) return error;
  const { cause, kind, message } = error;
  switch (kind) {
    case 'invalid-input':
    case 'aborted':
      return new CreateRefused(message, { reason: kind, cause });
    case 'unknown-prediction':
      return new PredictionNotFound(subject);
    case 'no-output':
      return new OutputGone(message, cause);
    case 'unwritable':
      return new ProviderUnavailable(message, cause);
  }
}

async function translated<Answer>(subject: string, answer: Promise<Answer>): Promise<Answer> {
  try {
    return await answer;
  } catch (error) {
    throw asProviderError(error, subject);
  }
}

/** Adapts the sandbox's predictions to the common provider interface. */
class SandboxProvider<Request, Order> implements GenerationProvider<Request> {
  readonly name = 'sandbox';
  readonly label = 'Sandbox';
  readonly createIsIdempotent = true;

  constructor(
    private readonly predictions: Predictions<Order>,
    /** @throws CreateRefused */
    private readonly orderOf: (request: Request) => Order,
  ) {}

  async create(request: Request, options: CreateOptions) {
    return translated(options.idempotencyKey, this.predictions.create(this.orderOf(request), options));
  }

  get(predictionId: string) {
    return translated(predictionId, this.predictions.get(predictionId));
  }

  cancel(predictionId: string) {
    return translated(predictionId, this.predictions.cancel(predictionId));
  }

  async fetchOutput(output: PredictionOutput, { signal, maxBytes }: FetchOptions): Promise<Readable> {
    signal?.throwIfAborted();
    if (!('ref' in output)) throw new OutputGone('The sandbox has no such output.');
    const { stream, size } = await translated(output.ref, this.predictions.open(output.ref));
    return limitBytes(stream, { maxBytes, signal, declaredBytes: size });
  }
}

/** Sizes of about a megapixel each, like those of real models. */
const IMAGE_SIZES: Record<FilmFormat, { width: number; height: number }> = {
  '9:16': { width: 768, height: 1365 },
  '16:9': { width: 1365, height: 768 },
  '1:1': { width: 1024, height: 1024 },
  '4:5': { width: 916, height: 1145 },
};

/**
 * Adds the names of places and things to a prompt that relies on reference pictures for them, since the sandbox does
 * not read pictures.
 */
function withPlaces(prompt: string, references: readonly ReferencePicture[]): string {
  const unnamed = references.filter(
    ({ kind, name }) => (kind === 'place' || kind === 'prop') && !castPattern({ kind, name }).test(prompt),
  );
  return unnamed.length === 0 ? prompt : `${prompt} With ${[...new Set(unnamed.map(({ name }) => name))].join(', ')}.`;
}

const newImages = (images: Sandbox['images']): ImageProvider =>
  new SandboxProvider(
    images,
    ({ prompt, count, seed, format = USUAL_FORMAT, references = [], looks = [] }: ImageRequest) => ({
      prompt: promptInFormat(withPlaces(withLooks(prompt, looks), references), format),
      references: references.filter(({ kind }) => kind === 'character'),
      count,
      seed,
      ...IMAGE_SIZES[format],
    }),
  );

const otherVersions = (retouches: Sandbox['retouches']): ImageProvider =>
  new SandboxProvider(retouches, ({ prompt, source, mask, factor, seed }: ImageRequest) => {
    if (!source) throw refused('There is no image to work on.');
    return {
      read: source.read,
      instruction: prompt,
      ...(mask && { readMask: mask.read }),
      ...(factor !== undefined && { factor }),
      ...(seed !== undefined && { seed }),
    };
  });

/** Makes new images and edited images; each kind has its own predictions. */
export function sandboxImages({ images, retouches }: Pick<Sandbox, 'images' | 'retouches'>): ImageProvider {
  const [drawn, retouched] = [newImages(images), otherVersions(retouches)];
  const ofId = (id: string): ImageProvider => (id.startsWith('sandbox-retouch-') ? retouched : drawn);
  return {
    name: drawn.name,
    label: drawn.label,
    createIsIdempotent: drawn.createIsIdempotent,
    create: (request, options) => (request.source ? retouched : drawn).create(request, options),
    get: (id, options) => ofId(id).get(id, options),
    cancel: (id) => ofId(id).cancel(id),
    fetchOutput: (output, options) => ('ref' in output ? ofId(output.ref) : drawn).fetchOutput(output, options),
  };
}

export const sandboxVideos = (videos: Sandbox['videos']): VideoProvider =>
  new SandboxProvider(videos, ({ modelId, prompt, image, durationSeconds, settings }: VideoRequest) => {
    if (findClipModel(modelId) === null) throw refused(`The video model ${modelId} is not known.`);
    if ('url' in image) throw refused("The sandbox works offline: it needs the picture's bytes.");
    return { prompt, readStill: image.read, seconds: durationSeconds, resolution: outputResolution(modelId, settings) };
  });

/** Speech made on this machine. */
export class SandboxSpeechProvider
  extends SandboxProvider<SpeechRequest, { text: string; voice: string; speed: number }>
  implements SpeechProvider
{
  readonly longestText = LIMITS.narration;
  /** Shorter than at other providers, because the sandbox's sounds are large: 44 KB a second. */
  readonly longestStory = 15_000;
  readonly takesOtherIds = false;

  constructor(private readonly speech: Sandbox['speech']) {
    super(speech.predictions, ({ text, voice, speed }) => ({ text, voice, speed }));
  }

  unspeakable(text: string, voice: string): string | null {
    return this.speech.unspeakable(text, voice);
  }

  remark(): Promise<string | null> {
    return this.speech.remark();
  }

  voices() {
    return Promise.resolve(this.speech.voices);
  }
}
