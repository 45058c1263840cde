import { isExecutable } from '@storyreel/ffmpeg';
import { z } from 'zod';
import { FolderPredictions, SandboxProblem } from '../predictions/predictions';
import type { Predictions, SandboxOptions } from '../predictions/predictions';
import { hum, speak } from './speak';
import { engineVoice, findVoice, SANDBOX_VOICES, unspeakable } from './voices';

interface SpeechOrder {
  text: string;
  /** Id of the voice, one of `SANDBOX_VOICES`. */
  voice: string;
  /** 0.5 to 2; 1 is the voice's own speed. */
  speed: number;
}

const storedSchema = z.object({ text: z.string(), voice: z.string(), speed: z.number() });
type Stored = z.infer<typeof storedSchema>;

const SOUND = 'speech.wav';
const TIMES = 'words.json';

/** Speaks lines on this machine. */
export class SpeechPredictions extends FolderPredictions<SpeechOrder, Stored> {
  constructor(
    home: string,
    /** Path of a configured espeak-ng; null for the package's own. */
    espeak: () => string | null,
    options: SandboxOptions = {},
  ) {
    super('speech', home, options, {
      thing: 'speech',
      parse: (request) => storedSchema.parse(request),
      prompt: ({ text }) => text,
      async render(id, { text, voice, speed }, { folder, signal }) {
        const outputs = [{ file: SOUND, mimeType: 'audio/wav' }];
        const told = { file: TIMES, mimeType: 'application/vnd.storyreel.word-times+json' };
        if (await folder.has(id, SOUND)) return (await folder.has(id, TIMES)) ? [...outputs, told] : outputs;
        const line = { text, speed, ...engineVoice(voiceOf(voice), text) };
        const { wav, times } = options.sketches ? hum(line) : await speak(line, { espeak: espeak(), signal });
        if (times !== null) await folder.write(id, TIMES, Buffer.from(JSON.stringify(times)));
        await folder.write(id, SOUND, wav);
        return times === null ? outputs : [...outputs, told];
      },
    });
  }

  protected override prepare({ text, voice, speed }: SpeechOrder): Promise<{ stored: Stored }> {
    const problem = unspeakable(text, voiceOf(voice));
    if (problem !== null) throw new SandboxProblem('invalid-input', `The text ${problem}.`);
    if (!(speed >= 0.5 && speed <= 2))
      throw new SandboxProblem('invalid-input', 'A voice speaks at 0.5 to 2 times its own speed.');
    return Promise.resolve({ stored: { text, voice, speed } });
  }
}

/** @throws SandboxProblem */
function voiceOf(id: string) {
  const voice = findVoice(id);
  if (!voice) throw new SandboxProblem('invalid-input', 'The sandbox has no such voice.');
  return voice;
}

export interface SandboxSpeech {
  predictions: Predictions<SpeechOrder>;
  voices: readonly { id: string; name: string; language: string | null }[];
  /** A note for listeners; null when there is none. */
  remark(): Promise<string | null>;
  /**
   * Returns why a voice cannot speak a text, worded to follow 'The narration of “Dawn”'; null when it can, or for an
   * unknown voice.
   */
  unspeakable(text: string, voice: string): string | null;
}

/**
 * Returns the configured espeak-ng; null for the package's own. An espeak-ng of the system is not searched for, so that
 * a voice sounds the same on every machine.
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
