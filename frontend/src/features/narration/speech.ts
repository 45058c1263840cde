import {
  characterLines,
  isBlank,
  isLongerThan,
  isSpoken,
  lengthOf,
  LIMITS,
  NARRATOR,
  NEW_SPEAKER_VOICE,
  speechPrice,
  toZaps,
  voiceOf,
} from '@storyreel/contracts';
import type { Project, Scene, SpeakerVoice, SpeechVoices, VoiceSettings } from '@storyreel/contracts';

/** Returns a speaker's display name. */
export const speakerName = (speaker: string): string => (speaker === NARRATOR ? 'Narrator' : speaker);

/**
 * Lists the narrator, the characters of the continuity details, and all other speakers that are used or have a voice.
 */
export function speakersOf(
  characters: Project['characters'],
  voices: readonly SpeakerVoice[],
  scenes: readonly Pick<Scene, 'speaker'>[],
): string[] {
  const named = characterLines(characters).map(({ name }) => name);
  const used = [...voices, ...scenes].map(({ speaker }) => speaker);
  const fitting = named.filter((name) => !isLongerThan(name, LIMITS.speaker));
  return [...new Set([NARRATOR, ...used.filter((one) => one !== NARRATOR && !named.includes(one)), ...fitting])]
    .sort((a, b) => placeOf(a, named) - placeOf(b, named))
    .slice(0, LIMITS.speakersPerProject);
}

/** Returns a speaker's rank: the narrator first, then the characters in their order, then all others. */
function placeOf(speaker: string, named: readonly string[]): number {
  if (speaker === NARRATOR) return -1;
  const at = named.indexOf(speaker);
  return at < 0 ? named.length : at;
}

/** Returns a speaker's voice, by default the provider's first one; null while neither is known. */
export function voiceIn(
  voices: readonly SpeakerVoice[],
  speaker: string,
  offered: SpeechVoices | undefined,
): VoiceSettings | null {
  const first = offered?.voices[0];
  return voiceOf(voices, speaker) ?? (first ? { ...NEW_SPEAKER_VOICE, voice: first.id } : null);
}

/** Returns the list of voices with one speaker's voice changed; null removes it. */
export function withVoice(
  voices: readonly SpeakerVoice[],
  speaker: string,
  change: (Partial<Omit<SpeakerVoice, 'speaker'>> & { voice: string }) | null,
): SpeakerVoice[] {
  const others = voices.filter((one) => one.speaker !== speaker);
  if (change === null) return others;
  const before = voices.find((one) => one.speaker === speaker);
  const next: SpeakerVoice = { ...NEW_SPEAKER_VOICE, ...before, ...change, speaker };
  return before ? voices.map((one) => (one.speaker === speaker ? next : one)) : [...others, next];
}

/**
 * silent: there are no words to read. words, voice: the audio was made with earlier words or an earlier voice. failed:
 * the last attempt failed, although earlier audio may exist.
 */
export type SpeechState = 'silent' | 'none' | 'speaking' | 'failed' | 'words' | 'voice' | 'current';

type Spoken = Pick<Scene, 'speech' | 'speechStatus'>;

/**
 * Returns the state of a scene's narration.
 * @param voice the speaker's voice; null while unknown
 */
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

/** Returns true when narrating all scenes would include a scene in this state. */
export const wantsSpeech = (state: SpeechState): boolean =>
  state !== 'current' && state !== 'silent' && state !== 'speaking';

/** Returns the price of texts in zaps; the price of each text is rounded separately. */
export const zapsOfSpeech = (...texts: readonly string[]): number =>
  toZaps(texts.reduce((units, words) => units + speechPrice(lengthOf(words)).units, 0));
