import type { Checks } from './provider-checks';
import type { ImageProvider } from './ports/image-provider';
import type { SpeechProvider } from './ports/speech-provider';
import type { TextProvider } from './ports/text-provider';
import type { VideoProvider } from './ports/video-provider';

/** The configured providers for each kind of generation. */
export interface Providers {
  text: TextProvider;
  /** The default provider, also used for requests that name no other provider's model. */
  image: ImageProvider;
  video: VideoProvider;
  /** Returns the provider of a model that a creator has chosen. */
  imageFor(model: string): ImageProvider;
  videoFor(model: string): VideoProvider;
  speech: SpeechProvider;
  /** Availability checks of the providers. */
  checks: Checks;
  /** Called by Nest: ends threads and child processes; unfinished sandbox predictions resume after the next start. */
  onApplicationShutdown?(): Promise<void>;
}
export const PROVIDERS = Symbol('Providers');
