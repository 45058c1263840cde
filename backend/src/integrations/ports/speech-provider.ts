import type { SpeechVoice } from '@storyreel/contracts';
import type { GenerationProvider } from './generation-provider';

export interface SpeechRequest {
  text: string;
  /** The provider's id. */
  voice: string;
  /** 1 as the voice speaks by itself. */
  speed: number;
  /** 0 to 1 each; for providers that know them. */
  stability: number;
  clarity: number;
  style: number;
}

export interface SpeechProvider extends GenerationProvider<SpeechRequest> {
  /** Characters (Unicode code points) that it speaks at once. */
  readonly longestText: number;
  /** Characters of a text that is spoken in pieces and joined. */
  readonly longestStory: number;
  /** Whether it may know voices that it does not list. */
  readonly takesOtherIds: boolean;
  /**
   * Why a text cannot be spoken in a voice, in words that go behind 'The narration of “Dawn”'; null when it can. Absent
   * where nobody knows before the provider is asked.
   */
  unspeakable?(text: string, voice: string): string | null;
  /** For people: what they should know before they listen. */
  remark(): Promise<string | null>;
  /** The first one is for those who have chosen none. @throws ProviderUnavailable, ProviderAnswerInvalid */
  voices(signal?: AbortSignal): Promise<readonly SpeechVoice[]>;
}
