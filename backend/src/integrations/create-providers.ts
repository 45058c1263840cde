import { Logger } from '@nestjs/common';
import { findModel, IMAGE_MODEL } from '@storyreel/contracts';
import type { MakerOf } from '@storyreel/contracts';
import { createSandbox, type SandboxOptions } from '@storyreel/sandbox';
import { type Checkable, elevenLabsCheck, openAiCheck, replicateCheck, sandboxCheck } from './provider-checks';
import { type ElevenLabsOptions, ElevenLabsSpeechProvider } from './elevenlabs/elevenlabs-speech-provider';
import { type ComfyUiSettings, comfyUi } from './comfyui/comfyui-providers';
import type { KeptResults } from './results/kept-results';
import { DEFAULT_IMAGE_MODEL, DEFAULT_TEXT_MODEL } from './openai/models';
import { type OpenAiImageOptions, OpenAiImageProvider } from './openai/openai-image-provider';
import { DEFAULT_SPEECH_MODEL, type OpenAiSpeechOptions, OpenAiSpeechProvider } from './openai/openai-speech-provider';
import { OpenAiTextProvider } from './openai/openai-text-provider';
import type { OpenAiOptions } from './openai/openai-transport';
import type { ImageProvider } from './ports/image-provider';
import type { VideoProvider } from './ports/video-provider';
import type { Providers } from './providers.token';
import { REPLICATE_IMAGE_MODEL, ReplicateImageProvider, ReplicateVideoProvider } from './replicate/replicate-providers';
import { type ReplicateOptions, ReplicateTransport } from './replicate/replicate-transport';
import { configuredSecrets, secretsOf } from './http/secrets';
import { SandboxSpeechProvider, sandboxImages, sandboxVideos } from './sandbox/sandbox-providers';

export interface ProviderSettings {
  /** Data directory; the sandbox keeps its predictions in its 'sandbox' folder. */
  home: string;
  openai?: OpenAiOptions & OpenAiImageOptions & OpenAiSpeechOptions;
  elevenLabs?: ElevenLabsOptions;
  replicate?: ReplicateOptions;
  /** Settings passed on unparsed to the integration folder of their service, which parses them. */
  plain?: ComfyUiSettings;
  /**
   * Providers chosen by name; for a kind without a choice, the real provider is used if its keys are set, else the
   * sandbox.
   */
  chosen?: {
    text?: 'openai' | 'sandbox';
    /** Provider of images; all but Replicate must be chosen by name. */
    image?: MakerOf<'image'> | 'sandbox';
    /** Further image providers, whose models creators can choose. */
    alsoImages?: readonly (MakerOf<'image'> | 'sandbox')[];
    video?: MakerOf<'clip'> | 'sandbox';
    alsoVideos?: readonly (MakerOf<'clip'> | 'sandbox')[];
    /** Provider of speech; real ones must be chosen by name. */
    speech?: 'openai' | 'elevenlabs' | 'sandbox';
  };
  ffmpegPath?: string;
  espeakPath?: string;
  sandbox?: SandboxOptions;
  /** Storage for results of providers that return them at once. */
  kept: KeptResults;
}

const log = new Logger('Sandbox');

/** A provider with its availability check. */
type Made<Provider> = [Provider, Checkable];

/** A service's providers of images and clips; undefined where the service is not set up. */
export interface MakesMedia {
  image?: Made<ImageProvider> | undefined;
  video?: Made<VideoProvider> | undefined;
}

/** The services that make images and clips. Add a new one here. */
const MEDIA: Record<MakerOf<'image' | 'clip'>, (settings: ProviderSettings) => MakesMedia | undefined> = {
  replicate: ({ replicate }) => {
    if (!replicate) return undefined;
    const transport = new ReplicateTransport(replicate);
    return {
      image: [new ReplicateImageProvider(transport), replicateCheck(replicate, REPLICATE_IMAGE_MODEL)],
      video: [new ReplicateVideoProvider(transport), replicateCheck(replicate, null)],
    };
  },
  openai: ({ openai, kept }) => {
    if (!openai) return undefined;
    const check = openAiCheck(openai, openai.imageModel ?? DEFAULT_IMAGE_MODEL);
    const provider = new OpenAiImageProvider(openai, kept);
    return {
      image: [provider, { ...check, ask: async (signal) => (await check.ask(signal)) ?? provider.remark() }],
    };
  },
  comfyui: comfyUi,
};

export function createProviders(settings: ProviderSettings): Providers {
  const { openai, elevenLabs, chosen = {}, kept } = settings;
  configuredSecrets.learn(secretsOf(settings));
  const sandbox = createSandbox(settings.home, {
    onFailure: (error, message) => log.error(error, message),
    ...settings.sandbox,
    ffmpegPath: settings.ffmpegPath,
    espeakPath: settings.espeakPath,
  });
  function texts(): Made<Providers['text']> {
    if (openai === undefined || chosen.text === 'sandbox') return [sandbox.texts, sandboxCheck];
    const provider = new OpenAiTextProvider(openai, sandbox.sentences);
    const check = openAiCheck(openai, openai.model ?? DEFAULT_TEXT_MODEL);
    return [provider, { ...check, ask: async (signal) => (await check.ask(signal)) ?? provider.remark() }];
  }
  const mediaOf = (name: MakerOf<'image' | 'clip'> | 'sandbox') =>
    name === 'sandbox' ? undefined : MEDIA[name](settings);
  const images = (name: MakerOf<'image'> | 'sandbox' = 'replicate'): Made<ImageProvider> =>
    mediaOf(name)?.image ?? [sandboxImages(sandbox), sandboxCheck];
  const videos = (name: MakerOf<'clip'> | 'sandbox' = 'replicate'): Made<VideoProvider> =>
    mediaOf(name)?.video ?? [sandboxVideos(sandbox.videos), sandboxCheck];

  function speech(): Made<Providers['speech']> {
    if (openai && chosen.speech === 'openai') {
      const check = openAiCheck(openai, openai.speechModel ?? DEFAULT_SPEECH_MODEL);
      return [new OpenAiSpeechProvider(openai, kept), check];
    }
    if (elevenLabs && chosen.speech === 'elevenlabs')
      return [new ElevenLabsSpeechProvider(elevenLabs, kept), elevenLabsCheck(elevenLabs)];
    return [new SandboxSpeechProvider(sandbox.speech), sandboxCheck];
  }

  const [text, textCheck] = texts();
  const [image, imageCheck] = images(chosen.image);
  const imagesOn = [image, ...(chosen.alsoImages ?? []).map((name) => images(name)[0])];
  const [video, videoCheck] = videos(chosen.video);
  const videosOn = [video, ...(chosen.alsoVideos ?? []).map((name) => videos(name)[0])];
  const [speaker, speechCheck] = speech();
  return {
    text,
    image,
    video,
    imageFor: (model) =>
      imagesOn.find(({ name }) => name === findModel(model)?.provider && model !== IMAGE_MODEL) ?? image,
    // When the sandbox is the default, it stands in for the models of all services that are off.
    videoFor: (model) => videosOn.find(({ name }) => name === findModel(model)?.provider) ?? video,
    speech: speaker,
    checks: {
      text: { label: text.label, ...textCheck },
      image: { label: image.label, ...imageCheck },
      video: { label: video.label, ...videoCheck },
      speech: { label: speaker.label, ...speechCheck },
    },
    onApplicationShutdown: () => sandbox.close(),
  };
}
