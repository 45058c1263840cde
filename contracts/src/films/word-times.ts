import { speechSounds } from './speech-sounds';
import { readIn, spokenForm } from './spoken-form';
import type { Word } from './words';

/**
 * Times of a text's words. Each entry holds the number of characters up to the end of the word, not counting spaces,
 * and the milliseconds at which the word begins and ends.
 */
export type WordTimes = [end: number, from: number, to: number][];

/** A word with its times in seconds, counted from the first word of its scene. */
export interface SpokenWord extends Word {
  from: number;
  to: number;
}

/** Seconds of a usual pause after a word. */
const PAUSES = { sentence: 0.4, clause: 0.2 } as const;

/** Counts the characters of a text that are not white space. */
export const inkLength = (text: string): number => text.replaceAll(/\s/gu, '').length;

/**
 * Assigns times to words: the known times, which may belong to parts of words, or, if these do not fit, estimates from
 * the syllables of the words' spoken form.
 */
export function timeWords(words: readonly Word[], seconds: number, times?: WordTimes): SpokenWord[] {
  const all = words.reduce((sum, { text }) => sum + inkLength(text), 0);
  if (!times || times.length === 0 || times.at(-1)?.[0] !== all) return timeBySyllables(words, seconds);
  let at = 0;
  return words.map((word) => {
    const from = timeAt(at, 'from', times);
    at += inkLength(word.text);
    const to = Math.max(from, timeAt(at, 'to', times));
    return { ...word, from: Math.min(from, seconds), to: Math.min(to, seconds) };
  });
}

/** Returns the seconds at which the character at an index begins or ends. */
function timeAt(at: number, side: 'from' | 'to', times: WordTimes): number {
  const index = times.findIndex(([end]) => (side === 'from' ? end > at : end >= at));
  const [end, from, to] = times[index === -1 ? times.length - 1 : index] ?? [0, 0, 0];
  const begin = times[index - 1]?.[0] ?? 0;
  return (from + ((to - from) * (at - begin)) / Math.max(1, end - begin)) / 1000;
}

function timeBySyllables(words: readonly Word[], seconds: number): SpokenWord[] {
  const language = readIn(words.map(({ text }) => text).join(' '));
  const forms = words.map(({ text }, index) => {
    const { spelling, isOptional } = spokenForm(text, language, words[index - 1]?.text);
    return isOptional ? 0 : speechSounds(spelling, language).reduce((sum, sound) => sum + sound.seconds, 0.02);
  });
  const pauses = words.map(({ end }, index) => (end === null || index === words.length - 1 ? 0 : PAUSES[end]));
  const all = [...forms, ...pauses].reduce((sum, length) => sum + length, 0);
  const scale = all > 0 ? seconds / all : 0;
  let at = 0;
  return words.map((word, index) => {
    const from = at;
    at += ((forms[index] ?? 0) + (pauses[index] ?? 0)) * scale;
    return { ...word, from, to: at };
  });
}
