import { createSandbox, type SandboxOptions } from '@storyreel/sandbox';
import { OpenAiTextProvider } from './openai/openai-text-provider';
import type { OpenAiOptions } from './openai/openai-transport';
import type { Providers } from './providers.token';
import { ReplicateImageProvider } from './replicate/replicate-image-provider';
import { type ReplicateOptions, ReplicateTransport } from './replicate/replicate-transport';
import { ReplicateVideoProvider } from './replicate/replicate-video-provider';
import { sandboxImages, sandboxVideos } from './sandbox-providers';

export interface ProviderSettings {
  /** Data folder; the sandbox keeps its predictions in its 'sandbox' folder. */
  home: string;
  openai?: OpenAiOptions;
  replicate?: ReplicateOptions;
  ffmpegPath?: string;
  sandbox?: SandboxOptions;
}

/** Each generator is the real one when its keys are there, else the sandbox. */
export function createProviders({
  home,
  openai,
  replicate,
  ffmpegPath,
  sandbox: options,
}: ProviderSettings): Providers {
  const sandbox = createSandbox(home, { ...options, ffmpegPath });
  const transport = replicate === undefined ? null : new ReplicateTransport(replicate);
  return {
    text: openai === undefined ? sandbox.texts : new OpenAiTextProvider(openai, sandbox.sentences),
    image: transport === null ? sandboxImages(sandbox.images) : new ReplicateImageProvider(transport),
    video: transport === null ? sandboxVideos(sandbox.videos) : new ReplicateVideoProvider(transport),
    onApplicationShutdown: () => sandbox.close(),
  };
}
