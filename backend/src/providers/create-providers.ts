import type { ImageRequest } from './image/image-provider';
import { type OpenAiSettings, OpenAiTextProvider } from './openai/openai-text-provider';
import type { Providers } from './providers.token';
import { imageInput, videoInput } from './replicate/inputs';
import type { ReplicateSettings } from './replicate/replicate-client';
import { ReplicateProvider } from './replicate/replicate-provider';
import { findFfmpeg } from './sandbox/clips/find-ffmpeg';
import type { SandboxOptions } from './sandbox/predictions/sandbox-provider';
import { SandboxImageProvider } from './sandbox/sandbox-image-provider';
import { SandboxVideoProvider } from './sandbox/sandbox-video-provider';
import { SandboxTextProvider } from './sandbox/text/sandbox-text-provider';
import { WorkerPool } from './sandbox/worker/worker-pool';
import type { VideoRequest } from './video/video-provider';

export interface ProviderSettings {
  /** Data folder; the sandbox keeps its predictions under it. */
  home: string;
  openai?: OpenAiSettings;
  replicate?: ReplicateSettings;
  ffmpegPath?: string;
  sandbox?: SandboxOptions;
}

/** Each generator is the real one when its keys are there, else the sandbox. */
export function createProviders({ home, openai, replicate, ffmpegPath, sandbox }: ProviderSettings): Providers {
  const pool = new WorkerPool();
  return {
    text: openai ? new OpenAiTextProvider(openai) : new SandboxTextProvider(pool),
    image: replicate
      ? new ReplicateProvider<ImageRequest>(replicate, 'image/jpeg', imageInput)
      : new SandboxImageProvider(home, pool, sandbox),
    video: replicate
      ? new ReplicateProvider<VideoRequest>(replicate, 'video/mp4', videoInput)
      : new SandboxVideoProvider(home, pool, () => findFfmpeg(ffmpegPath), sandbox),
  };
}
