import { Logger } from '@nestjs/common';
import { findImageModel, IMAGE_MODEL } from '@storyreel/contracts';
import { createSandbox, type SandboxOptions } from '@storyreel/sandbox';
import { type Checkable, elevenLabsCheck, openAiCheck, replicateCheck, sandboxCheck } from './provider-checks';
import { type ElevenLabsOptions, ElevenLabsSpeechProvider } from './elevenlabs/elevenlabs-speech-provider';
import type { KeptResults } from './results/kept-results';
import { DEFAULT_IMAGE_MODEL, DEFAULT_TEXT_MODEL } from './openai/models';
import { type OpenAiImageOptions, OpenAiImageProvider } from './openai/openai-image-provider';
import { DEFAULT_SPEECH_MODEL, type OpenAiSpeechOptions, OpenAiSpeechProvider } from './openai/openai-speech-provider';
import { OpenAiTextProvider } from './openai/openai-text-provider';
import type { OpenAiOptions } from './openai/openai-transport';
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
  /** Providers chosen by name; a missing one is the real provider if its keys are set, else the sandbox. */
  chosen?: {
    text?: 'openai' | 'sandbox';
    /** OpenAI must be chosen by name. */
    image?: 'replicate' | 'openai' | 'sandbox';
    /** Further ones, whose models creators can choose. */
    alsoImages?: readonly ('replicate' | 'openai' | 'sandbox')[];
    video?: 'replicate' | 'sandbox';
    /** Real providers must be chosen by name. */
    speech?: 'openai' | 'elevenlabs' | 'sandbox';
  };
  ffmpegPath?: string;
  espeakPath?: string;
  sandbox?: SandboxOptions;
  /** Used by providers that return results at once. */
  kept: KeptResults;
}

const log = new Logger('Sandbox');

/** A provider with its availability check. */
type Made<Provider> = [Provider, Checkable];

export function createProviders(settings: ProviderSettings): Providers {
  const { openai, elevenLabs, replicate, chosen = {}, kept } = settings;
  configuredSecrets.learn(secretsOf(settings));
  const sandbox = createSandbox(settings.home, {
    onFailure: (error, message) => log.error(error, message),
    ...settings.sandbox,
    ffmpegPath: settings.ffmpegPath,
    espeakPath: settings.espeakPath,
  });
  const transport = replicate && new ReplicateTransport(replicate);

  function texts(): Made<Providers['text']> {
    if (openai === undefined || chosen.text === 'sandbox') return [sandbox.texts, sandboxCheck];
    const provider = new OpenAiTextProvider(openai, sandbox.sentences);
    const check = openAiCheck(openai, openai.model ?? DEFAULT_TEXT_MODEL);
    return [provider, { ...check, ask: async (signal) => (await check.ask(signal)) ?? provider.remark() }];
  }
  function images(wanted: 'replicate' | 'openai' | 'sandbox' | undefined): Made<Providers['image']> {
    if (openai && wanted === 'openai') {
      const check = openAiCheck(openai, openai.imageModel ?? DEFAULT_IMAGE_MODEL);
      const provider = new OpenAiImageProvider(openai, kept);
      return [provider, { ...check, ask: async (signal) => (await check.ask(signal)) ?? provider.remark() }];
    }
    if (!transport || wanted === 'sandbox') return [sandboxImages(sandbox.images), sandboxCheck];
    return [new ReplicateImageProvider(transport), replicateCheck(replicate, REPLICATE_IMAGE_MODEL)];
  }
  function videos(): Made<Providers['video']> {
    if (!transport || chosen.video === 'sandbox') return [sandboxVideos(sandbox.videos), sandboxCheck];
    return [new ReplicateVideoProvider(transport), replicateCheck(replicate, null)];
  }

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
  const [video, videoCheck] = videos();
  const [speaker, speechCheck] = speech();
  return {
    text,
    image,
    video,
    imageFor: (model) =>
      imagesOn.find(({ name }) => name === findImageModel(model)?.provider && model !== IMAGE_MODEL) ?? image,
    // No other provider makes clips yet: the sandbox stands in for all models, Replicate makes its own.
    videoFor: () => video,
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
