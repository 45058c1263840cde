import { runEspeak } from './run-espeak';
import { silentWav, withSizes } from './wav';

const CHARACTERS_PER_SECOND = 15;

export interface Line {
  text: string;
  /** As espeak-ng calls it. */
  voice: string;
  speed: number;
}

/** Seconds that it takes to say a text, about: at least one. */
export const secondsToSay = ({ text, speed }: Pick<Line, 'text' | 'speed'>): number =>
  Math.max(1, [...text].length / CHARACTERS_PER_SECOND / speed);

/** A line as a WAV: spoken where there is an espeak-ng, else as long a silence. @throws Error, the signal's reason */
export async function speak(espeak: string | null, line: Line, signal?: AbortSignal): Promise<Buffer> {
  if (espeak === null) return silentWav(secondsToSay(line));
  // Of a text without anything to say, such as '…', it makes nothing at all.
  return withSizes(await runEspeak(espeak, line, { signal })) ?? silentWav(secondsToSay(line));
}
