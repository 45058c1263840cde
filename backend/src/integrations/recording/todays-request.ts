import { findClipModel, findImageModel, findUpscaler } from '@storyreel/contracts';
import type { ClipModel, ImageModel, ProviderCall } from '@storyreel/contracts';
import type { AppConfig } from '../../infra/config/app-config';
import { ElevenLabsSpeechProvider } from '../elevenlabs/elevenlabs-speech-provider';
import { secretsOf } from '../http/secrets';
import { OpenAiImageProvider } from '../openai/openai-image-provider';
import { OpenAiSpeechProvider } from '../openai/openai-speech-provider';
import { OpenAiTextProvider } from '../openai/openai-text-provider';
import type { GenerationProvider, Sent } from '../ports/generation-provider';
import { inViews } from '../in-views';
import type { ImageProvider, ImageRequest } from '../ports/image-provider';
import type { TextProvider } from '../ports/text-provider';
import type { VideoRequest } from '../ports/video-provider';
import { ReplicateImageProvider, ReplicateVideoProvider } from '../replicate/replicate-providers';
import { ReplicateTransport } from '../replicate/replicate-transport';
import type { KeptResults } from '../results/kept-results';
import { Redactor } from './redactor';

/** The kind of provider that a piece of work calls. */
export type CalledPort = 'image' | 'video' | 'speech' | 'text';

/** Settings that shape requests, and the secrets that recordings hide. */
export type RequestSettings = Pick<AppConfig, 'openai' | 'elevenLabs'>;

/** No request is sent, so no key is needed. */
const NO_KEY = 'replay';
const NOTHING_KEPT: KeptResults = {
  keep: () => Promise.resolve(),
  find: () => Promise.resolve(null),
  open: () => Promise.resolve(null),
};
const replicate = () => new ReplicateTransport({ apiToken: NO_KEY });

interface Call {
  idempotencyKey: string;
  onSent: (sent: Sent) => void;
}
type Ask = (request: never, call: Call) => unknown;
/** Returns a provider's calls by the name of their operation. */
type Build = (model: string, settings: RequestSettings) => Record<string, Ask>;

/** Providers whose requests go over the network; the sandbox sends none. */
const PROVIDERS: Record<string, Partial<Record<CalledPort, Build>>> = {
  replicate: {
    image: () => images(new ReplicateImageProvider(replicate())),
    video: () => generations(new ReplicateVideoProvider(replicate())),
  },
  openai: {
    image: (imageModel, { openai }) =>
      images(new OpenAiImageProvider({ ...openai, apiKey: NO_KEY, imageModel }, NOTHING_KEPT)),
    speech: (speechModel, { openai }) =>
      generations(new OpenAiSpeechProvider({ ...openai, apiKey: NO_KEY, speechModel }, NOTHING_KEPT)),
    text: (model, { openai }) => texts(new OpenAiTextProvider({ ...openai, apiKey: NO_KEY, model }, sentencesMissing)),
  },
  elevenlabs: {
    speech: (model, { elevenLabs }) =>
      generations(new ElevenLabsSpeechProvider({ ...elevenLabs, apiKey: NO_KEY, model }, NOTHING_KEPT)),
  },
};

/** The sandbox finds the sentences of a story in a process that a replay does not start. */
const sentencesMissing = () =>
  Promise.reject(new NotComparable('the request lists sentences found by another process'));

/** Reason why a recording that lacks a part is not compared. */
export const CUT_RECORDING = 'the recording is cut';

/** The request cannot be rebuilt; the message says why. */
export class NotComparable extends Error {}

/** Ends a provider's call once its request is complete, before it is sent. */
class NotSent extends Error {}

const generations = (provider: Pick<GenerationProvider<never>, 'create'>): Record<string, Ask> => ({
  create: (request, call) => provider.create(request, call),
});

const images = (provider: ImageProvider): Record<string, Ask> => ({
  create: (request: ImageRequest, call) => (request.views ? inViews(provider) : provider).create(request, call),
});

const texts = (provider: TextProvider): Record<string, Ask> => ({
  describeScene: (question, call) => provider.describeScene(question, call),
  enhancePrompt: (question, call) => provider.enhancePrompt(question, call),
  videoPrompt: (question, call) => provider.videoPrompt(question, call),
  continuity: (question, call) => provider.continuity(question, call),
  postDescription: (question, call) => provider.postDescription(question, call),
  splitStory: (question, call) => provider.splitStory(question, call),
  writeStory: (question, call) => provider.writeStory(question, call)[Symbol.asyncIterator]().next(),
});

/** Builds the requests that the current code would send for recorded calls, without sending any. */
export class TodaysRequests {
  readonly redactor: Redactor;

  /** @param secrets secrets of this installation, hidden as in recordings */
  constructor(
    private readonly settings: RequestSettings,
    secrets: readonly string[] = secretsOf(settings),
  ) {
    this.redactor = new Redactor(secrets);
  }

  /**
   * Rebuilds the request that a recorded call sends over the network, in the form of a recording.
   * @throws NotComparable
   */
  async sent({ provider, operation, model, request, sent }: ProviderCall, port: CalledPort): Promise<Sent> {
    const build = PROVIDERS[provider]?.[port];
    if (!build) throw new NotComparable(`this release has no ${provider} for it`);
    const ask: Ask | undefined = build(model ?? '', this.settings)[operation];
    if (!ask) throw new NotComparable(`this release has no ${operation}`);
    const asked = withPictures(request, port, sent);
    const captured: Sent[] = [];
    const onSent = (made: Sent): never => {
      captured.push(made);
      throw new NotSent();
    };
    try {
      await ask(asked as never, { idempotencyKey: '', onSent });
    } catch (error) {
      // A provider may report the interruption as an error of its own.
      const [first] = captured;
      if (!first) throw error;
      const { body, ...named } = first;
      return { ...named, body: this.redactor.redact(body, Infinity).value };
    }
    throw new NotComparable('the provider sent no request');
  }
}

type Recorded = { references?: object[]; source?: object; mask?: object } & (
  Pick<VideoRequest, 'modelId'> | Pick<ImageRequest, 'model'>
);

/**
 * Recordings contain no bytes of pictures, so the addresses or fingerprints that were sent take the place of the bytes.
 */
function withPictures(request: unknown, port: CalledPort, sent: unknown): unknown {
  if (port !== 'video' && port !== 'image') return request;
  const recorded = request as Recorded;
  const input = (sent as { input?: Record<string, unknown> } | null)?.input ?? {};
  const clips = 'modelId' in recorded ? findClipModel(recorded.modelId) : null;
  const model = 'modelId' in recorded ? clips : findImageModel(recorded.model);
  const upscaler = 'modelId' in recorded ? null : findUpscaler(recorded.model);
  const pictures = input[model?.references?.input ?? ''];
  const urlOf = (url: unknown): string => (typeof url === 'string' ? url : '');
  const listed: unknown[] = Array.isArray(pictures) ? pictures : [];
  const [first] = listed;
  const source = upscaler ? input[upscaler.imageInput] : first;
  return {
    ...recorded,
    ...(recorded.source && { source: { ...recorded.source, url: urlOf(source) } }),
    ...(recorded.mask && { mask: { ...recorded.mask, url: urlOf(input[maskInput(model)]) } }),
    ...(port === 'video' && { image: { url: urlOf(input[clips?.imageInput ?? '']) } }),
    ...(recorded.references && {
      references: recorded.references.map((reference, at) => ({
        ...reference,
        url: urlOf(Array.isArray(pictures) ? pictures[at] : ''),
      })),
    }),
  };
}

const maskInput = (model: ClipModel | ImageModel | null): string =>
  (model && 'edits' in model ? model.edits?.mask : undefined) ?? '';
