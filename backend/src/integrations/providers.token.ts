import type { Checks } from './provider-checks';
import type { ImageProvider } from './ports/image-provider';
import type { SpeechProvider } from './ports/speech-provider';
import type { TextProvider } from './ports/text-provider';
import type { VideoProvider } from './ports/video-provider';

/** The configured provider for each kind of generation. */
export interface Providers {
  text: TextProvider;
  image: ImageProvider;
  video: VideoProvider;
  speech: SpeechProvider;
  /** Checks of their availability. */
  checks: Checks;
  /** Called by Nest: ends threads and child processes; unfinished sandbox predictions resume after the next start. */
  onApplicationShutdown?(): Promise<void>;
}
export const PROVIDERS = Symbol('Providers');
