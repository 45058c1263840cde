import { LIMITS } from '../common/limits';
import { price } from '../money/amount';
import type { Price } from '../money/amount';
import type { SceneSpeech, SpeakerVoice, VoiceSettings } from './speech';

/** Who speaks where nobody is named. */
export const NARRATOR = '';

export const NEW_SPEAKER_VOICE = { speed: 1, stability: 0.5, clarity: 0.8, style: 0.3 } as const;

/**
 * The words that are spoken in a scene: what somebody wrote for it, also nothing; else the words of the story that it
 * was made from, else its description.
 */
export function narrationOf({
  narration,
  sourceText,
  description,
}: {
  narration: string | null;
  sourceText: string;
  description: string;
}): string {
  if (narration !== null) return narration.trim();
  return sourceText.trim() === '' ? description.trim() : sourceText.trim();
}

/** Characters that a quick voice says in a second. Those of Chinese, Japanese and Korean are whole syllables. */
const QUICK = { syllables: 7, others: 18 };
const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Why a text cannot be spoken in one scene, in words that go behind 'The narration of “Dawn”'; null when it may. Only a
 * voice knows how long it takes: what is refused is what even a quick one could not say in time.
 * @param longest characters that the voice takes at once
 */
export function tooLongToSpeak(text: string, { speed, longest }: { speed: number; longest: number }): string | null {
  const characters = [...text];
  const most = Math.min(longest, LIMITS.narration);
  const counted = (count: number): string => `${count.toLocaleString('en-US')} characters`;
  if (characters.length > most)
    return `has ${counted(characters.length)}, and at most ${counted(most)} are spoken at once`;
  const syllables = characters.filter((character) => SYLLABLE.test(character)).length;
  const seconds = (syllables / QUICK.syllables + (characters.length - syllables) / QUICK.others) / speed;
  if (seconds <= LIMITS.sceneSeconds) return null;
  return `has ${counted(characters.length)}, which take longer than the ${LIMITS.sceneSeconds / 60} minutes that a scene may last`;
}

const SETTINGS = ['speed', 'stability', 'clarity', 'style'] as const;

/** Whether the scene's words, its speaker's voice as it is set, and its speech belong together. */
export const isSpoken = (speech: SceneSpeech | null, words: string, voice: VoiceSettings): boolean =>
  speech !== null &&
  speech.text === words &&
  speech.voice === voice.voice &&
  SETTINGS.every((setting) => speech.sound === undefined || speech.sound[setting] === voice[setting]);

/** The voice of a scene's speaker; a speaker without one sounds like the narrator. Null while nobody has one. */
export const voiceOf = (voices: readonly SpeakerVoice[], speaker: string): SpeakerVoice | null =>
  voices.find((one) => one.speaker === speaker) ?? voices.find((one) => one.speaker === NARRATOR) ?? null;

/** Of the dearer providers. */
const USD_PER_CHARACTER = 0.0001;
export const CHARACTERS_PER_TENTH_ZAP = 30;

/** @param characters Unicode code points of all that is spoken */
export function speechPrice(characters: number): Price {
  return price(Math.max(1, Math.ceil(characters / CHARACTERS_PER_TENTH_ZAP)) / 10, USD_PER_CHARACTER * characters);
}
