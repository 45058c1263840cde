import { isBlank, isSpoken, lengthOf, type Scene, speechPrice, toZaps, type VoiceSettings } from '@storyreel/contracts';

/**
 * silent: there is nothing to say. words, voice: what was spoken is not in the scene's words, or not in its voice, any
 * more. failed: the newest try; what was spoken before may still be there.
 */
export type SpeechState = 'silent' | 'none' | 'speaking' | 'failed' | 'words' | 'voice' | 'current';

type Spoken = Pick<Scene, 'speech' | 'speechStatus'>;

/** @param voice of the speaker; null while it is not known */
export function speechStateOf(
  { speech, speechStatus }: Spoken,
  words: string,
  voice: VoiceSettings | null,
): SpeechState {
  if (speechStatus === 'processing') return 'speaking';
  if (isBlank(words)) return 'silent';
  if (voice ? isSpoken(speech, words, voice) : speech?.text === words) return 'current';
  if (speechStatus === 'failed') return 'failed';
  if (speech === null) return 'none';
  return speech.text === words ? 'voice' : 'words';
}

/** Whether narrating all scenes narrates this one. */
export const wantsSpeech = (state: SpeechState): boolean =>
  state !== 'current' && state !== 'silent' && state !== 'speaking';

/** What words cost in zaps, each of the texts by itself. */
export const zapsOfSpeech = (...texts: readonly string[]): number =>
  toZaps(texts.reduce((units, words) => units + speechPrice(lengthOf(words)).units, 0));
