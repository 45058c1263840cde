import { z } from 'zod';
import { SandboxProblem } from '../sandbox-problem';
import { speak } from '../speech/speak';
import { engineVoice, findVoice, unspeakable } from '../speech/voices';
import { FolderPredictions, type SandboxOptions } from './predictions';

export interface SpeechOrder {
  text: string;
  /** One of `SANDBOX_VOICES`. */
  voice: string;
  /** 0.5 to 2; 1 as the voice speaks by itself. */
  speed: number;
}

const storedSchema = z.object({ text: z.string(), voice: z.string(), speed: z.number() });
type Stored = z.infer<typeof storedSchema>;

const SOUND = 'speech.wav';

/** Lines that are spoken on this machine. */
export class SpeechPredictions extends FolderPredictions<SpeechOrder, Stored> {
  constructor(
    home: string,
    /** Null where the package's speaks. */
    espeak: () => string | null,
    options: SandboxOptions = {},
  ) {
    super('speech', home, options, {
      thing: 'speech',
      parse: (request) => storedSchema.parse(request),
      prompt: ({ text }) => text,
      async render(id, { text, voice, speed }, { folder, signal }) {
        const outputs = [{ file: SOUND, mimeType: 'audio/wav' }];
        if (await folder.has(id, SOUND)) return outputs;
        const line = { text, speed, ...engineVoice(voiceOf(voice), text) };
        await folder.write(id, SOUND, await speak(line, { espeak: espeak(), signal }));
        return outputs;
      },
    });
  }

  protected override prepare({ text, voice, speed }: SpeechOrder): Promise<{ stored: Stored }> {
    const problem = unspeakable(text, voiceOf(voice));
    if (problem !== null) throw new SandboxProblem('invalid-input', `The text ${problem}.`);
    if (!(speed >= 0.5 && speed <= 2)) throw new SandboxProblem('invalid-input', 'A voice speaks at 0.5 to 2 times.');
    return Promise.resolve({ stored: { text, voice, speed } });
  }
}

/** @throws SandboxProblem */
function voiceOf(id: string) {
  const voice = findVoice(id);
  if (!voice) throw new SandboxProblem('invalid-input', 'The sandbox has no such voice.');
  return voice;
}
