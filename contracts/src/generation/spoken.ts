import { LIMITS } from '../common/limits';
import { isBlank } from '../common/text';
import { spokenText } from '../writing/markup';
import { price } from '../money/amount';
import type { Price } from '../money/amount';
import type { SceneSpeech, SpeakerVoice, VoiceSettings } from './speech';

/** The speaker of scenes that name no character. */
export const NARRATOR = '';

export const NEW_SPEAKER_VOICE = { speed: 1, stability: 0.5, clarity: 0.8, style: 0.3 } as const;

/**
 * Returns the spoken text of a scene: the narration that the user wrote, even if empty; otherwise the words of the
 * story that the scene was made from, without markup, scene headings and speakers' names; otherwise the description.
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
  return isBlank(sourceText) ? description.trim() : spokenText(sourceText);
}

/** Estimated characters per second of a fast voice. A Chinese, Japanese or Korean character is a whole syllable. */
const QUICK = { syllables: 7, others: 18 };
const SYLLABLE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/**
 * Returns why a text is too long for one narration, as the end of a sentence that begins with the text's name; null
 * when the text fits.
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

/**
 * Estimated characters per second of an ordinary voice, pauses included. A Mandarin character takes longer than other
 * syllables: the sandbox's voice was measured at 3.0.
 */
const USUAL = { mandarin: 3.1, syllables: 5, others: 14.5 };
const KANA = /[\p{Script=Hiragana}\p{Script=Katakana}]/u;
const HAN = /\p{Script=Han}/u;

/** Estimates the seconds that a text takes to speak. */
export function secondsToSpeak(text: string, speed: number): number {
  const characters = [...text.trim()];
  const syllables = characters.filter((character) => SYLLABLE.test(character)).length;
  const rate = HAN.test(text) && !KANA.test(text) ? USUAL.mandarin : USUAL.syllables;
  return (syllables / rate + (characters.length - syllables) / USUAL.others) / speed;
}

const SETTINGS = ['speed', 'stability', 'clarity', 'style'] as const;

/** Returns true when a narration was made from the scene's current words with the current voice settings. */
export const isSpoken = (speech: SceneSpeech | null, words: string, voice: VoiceSettings): boolean =>
  speech !== null &&
  speech.text === words &&
  speech.voice === voice.voice &&
  SETTINGS.every((setting) => speech.sound === undefined || speech.sound[setting] === voice[setting]);

/**
 * Returns the voice of a scene's speaker, or the narrator's for a speaker without one; null when the narrator has none
 * either.
 */
export const voiceOf = (voices: readonly SpeakerVoice[], speaker: string): SpeakerVoice | null =>
  voices.find((one) => one.speaker === speaker) ?? voices.find((one) => one.speaker === NARRATOR) ?? null;

/**
 * Deliberately above the cost at ElevenLabs of $0.00004 with Multilingual v2
 * (vercel.com/ai-gateway/models/eleven-multilingual-v2, read 2026-11-28).
 */
const USD_PER_CHARACTER = 0.0001;
export const CHARACTERS_PER_TENTH_ZAP = 30;

/** @param characters Unicode code points of the spoken text */
export function speechPrice(characters: number): Price {
  return price(Math.max(1, Math.ceil(characters / CHARACTERS_PER_TENTH_ZAP)) / 10, USD_PER_CHARACTER * characters);
}
