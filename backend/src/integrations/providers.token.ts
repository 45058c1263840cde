import type { Checks } from './provider-checks';
import type { ImageProvider } from './ports/image-provider';
import type { SpeechProvider } from './ports/speech-provider';
import type { TextProvider } from './ports/text-provider';
import type { VideoProvider } from './ports/video-provider';

/** The generators that the settings chose, each its own. */
export interface Providers {
  text: TextProvider;
  image: ImageProvider;
  video: VideoProvider;
  speech: SpeechProvider;
  /** What can be told of them, and whether they answer. */
  checks: Checks;
  /** Nest calls it: ends threads and children; unfinished sandbox predictions go on after the next start. */
  onApplicationShutdown?(): Promise<void>;
}
export const PROVIDERS = Symbol('Providers');
