import { findExecutable, isExecutable } from '@storyreel/ffmpeg';
import type { SpeechOrder } from '../predictions/speech-predictions';
import type { Predictions } from '../predictions/prediction';
import { SANDBOX_VOICES } from './voices';

export interface SandboxSpeech {
  predictions: Predictions<SpeechOrder>;
  voices: readonly { id: string; name: string; language: string }[];
  /** What whoever listens should know; null when it really speaks. */
  remark(): Promise<string | null>;
}

const SILENT =
  'The sandbox found no espeak-ng, so it makes silence of the right length instead of speech. Install espeak-ng to hear it.';

/**
 * The configured espeak-ng, else the system's; null where there is none.
 * @throws Error for a configured one that cannot be executed
 */
export function findEspeak(configured?: string, environment: NodeJS.ProcessEnv = process.env): string | null {
  if (configured !== undefined && configured !== '') {
    if (isExecutable(configured)) return configured;
    throw new Error(`ESPEAK_PATH points to ${configured}, which cannot be executed.`);
  }
  return findExecutable('espeak-ng', environment);
}

export const sandboxSpeech = (predictions: Predictions<SpeechOrder>, espeak: () => string | null): SandboxSpeech => ({
  predictions,
  voices: SANDBOX_VOICES.map(({ id, name, language }) => ({ id, name, language })),
  remark: () => Promise.resolve(remarkOn(espeak)),
});

function remarkOn(espeak: () => string | null): string | null {
  try {
    return espeak() === null ? SILENT : null;
  } catch (error) {
    return error instanceof Error ? error.message : String(error);
  }
}
