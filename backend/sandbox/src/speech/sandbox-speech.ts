import { isExecutable } from '@storyreel/ffmpeg';
import type { SpeechOrder } from '../predictions/speech-predictions';
import type { Predictions } from '../predictions/prediction';
import { findVoice, SANDBOX_VOICES, unspeakable } from './voices';

export interface SandboxSpeech {
  predictions: Predictions<SpeechOrder>;
  voices: readonly { id: string; name: string; language: string | null }[];
  /** What whoever listens should know; null when there is nothing. */
  remark(): Promise<string | null>;
  /**
   * Why a text cannot be spoken in a voice, in words that go behind 'The narration of “Dawn”'; null when it can, or when
   * there is no such voice.
   */
  unspeakable(text: string, voice: string): string | null;
}

/**
 * The configured espeak-ng; null where none is, and the package's speaks. One that the system happens to have is not
 * looked for: a voice sounds the same on every machine.
 * @throws Error for a configured one that cannot be executed
 */
export function findEspeak(configured?: string): string | null {
  if (configured === undefined || configured === '') return null;
  if (isExecutable(configured)) return configured;
  throw new Error(`ESPEAK_PATH points to ${configured}, which cannot be executed.`);
}

export const sandboxSpeech = (predictions: Predictions<SpeechOrder>, espeak: () => string | null): SandboxSpeech => ({
  predictions,
  voices: SANDBOX_VOICES.map(({ id, name, language }) => ({ id, name, language })),
  remark: () => Promise.resolve(remarkOn(espeak)),
  unspeakable(text, id) {
    const voice = findVoice(id);
    return voice ? unspeakable(text, voice) : null;
  },
});

function remarkOn(espeak: () => string | null): string | null {
  try {
    espeak();
    return null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
