import type { SpeechVoice } from '@storyreel/contracts';
import type { GenerationProvider } from './generation-provider';

export interface SpeechRequest {
  text: string;
  /** The provider's voice id. */
  voice: string;
  /** 1 is the voice's natural speed. */
  speed: number;
  /** 0 to 1 each; ignored by providers without these settings. */
  stability: number;
  clarity: number;
  style: number;
}

/**
 * Content type of the second output, from providers that return when each word is spoken: `wordTimesSchema` as JSON.
 */
export const WORD_TIMES_TYPE = 'application/vnd.storyreel.word-times+json';

export interface SpeechProvider extends GenerationProvider<SpeechRequest> {
  /** Maximum characters (Unicode code points) per request. */
  readonly longestText: number;
  /** Maximum characters of a text that is spoken in pieces and joined. */
  readonly longestStory: number;
  /** True if the provider may accept voices that it does not list. */
  readonly takesOtherIds: boolean;
  /**
   * Returns why a voice cannot speak a text, as a predicate to 'The narration of “Dawn”'; null when it can. Absent if
   * only the provider can tell.
   */
  unspeakable?(text: string, voice: string): string | null;
  /** Returns a notice for users to read before they listen; null without one. */
  remark(): Promise<string | null>;
  /** The first voice is the default. @throws ProviderUnavailable, ProviderAnswerInvalid */
  voices(signal?: AbortSignal): Promise<readonly SpeechVoice[]>;
}
