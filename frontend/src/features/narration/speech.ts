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

/** What people call a speaker. */
export const speakerName = (speaker: string): string => (speaker === NARRATOR ? 'Narrator' : speaker);

/** The narrator, the characters of the continuity details, and whoever else speaks or has a voice already. */
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

/** The narrator first, then the characters in their order, then the others. */
function placeOf(speaker: string, named: readonly string[]): number {
  if (speaker === NARRATOR) return -1;
  const at = named.indexOf(speaker);
  return at < 0 ? named.length : at;
}

/** The voice in which a speaker is heard, as it is set; null while nothing is known to choose from. */
export function voiceIn(
  voices: readonly SpeakerVoice[],
  speaker: string,
  offered: SpeechVoices | undefined,
): VoiceSettings | null {
  const first = offered?.voices[0];
  return voiceOf(voices, speaker) ?? (first ? { ...NEW_SPEAKER_VOICE, voice: first.id } : null);
}

/** The list with another voice of one speaker; null takes the speaker's own away. */
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
