import { OpenAiTextProvider } from './openai/openai-text-provider';
import type { OpenAiOptions } from './openai/openai-transport';
import type { Providers } from './providers.token';
import { ReplicateImageProvider } from './replicate/replicate-image-provider';
import { type ReplicateOptions, ReplicateTransport } from './replicate/replicate-transport';
import { ReplicateVideoProvider } from './replicate/replicate-video-provider';
import { findFfmpeg } from './sandbox/clips/find-ffmpeg';
import type { SandboxOptions } from './sandbox/predictions/sandbox-provider';
import { SandboxImageProvider } from './sandbox/sandbox-image-provider';
import { SandboxVideoProvider } from './sandbox/sandbox-video-provider';
import { SandboxTextProvider } from './sandbox/text/sandbox-text-provider';
import { WorkerPool } from './sandbox/worker/worker-pool';

export interface ProviderSettings {
  /** Data folder; the sandbox keeps its predictions in its 'sandbox' folder. */
  home: string;
  openai?: OpenAiOptions;
  replicate?: ReplicateOptions;
  ffmpegPath?: string;
  sandbox?: SandboxOptions;
}

/** Each generator is the real one when its keys are there, else the sandbox. */
export function createProviders({ home, openai, replicate, ffmpegPath, sandbox }: ProviderSettings): Providers {
  const pool = new WorkerPool();
  const image = new SandboxImageProvider(home, pool, sandbox);
  const video = new SandboxVideoProvider(home, pool, () => findFfmpeg(ffmpegPath), sandbox);
  const transport = replicate === undefined ? null : new ReplicateTransport(replicate);
  return {
    text: openai === undefined ? new SandboxTextProvider(pool) : new OpenAiTextProvider(openai, pool),
    image: transport === null ? image : new ReplicateImageProvider(transport),
    video: transport === null ? video : new ReplicateVideoProvider(transport),
    async onApplicationShutdown() {
      await Promise.all([image.close(), video.close()]);
      await pool.close();
    },
  };
}
