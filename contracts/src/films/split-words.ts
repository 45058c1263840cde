/** A word with the signs that cling to it. */
export interface Word {
  text: string;
  /** Whether a space stands before it when it is not the first of its line. */
  spaced: boolean;
}

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });
const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });
/** Opening signs cling to what follows, all others to what was before. */
const OPENS = /^[\p{Ps}\p{Pi}¿¡<#@$€£¥]$/u;

/** Marks that turn the direction of whatever follows; letters have a direction of their own. */
const TURNS = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Without what no font draws: control characters, halves of characters. */
export const plainText = (text: string): string =>
  text
    .toWellFormed()
    .normalize('NFC')
    .replaceAll(/\p{Cc}/gu, ' ')
    .replaceAll(TURNS, '');

/** The words of a text in the order they are said; Chinese and Japanese, which have no spaces, by their dictionary. */
export function splitWords(text: string): Word[] {
  const words: Word[] = [];
  let opening = '';
  let spaced = false;
  for (const { segment, isWordLike } of segmenter.segment(plainText(text))) {
    if (/^\s+$/u.test(segment)) {
      spaced = true;
      continue;
    }
    const last = words.at(-1);
    const clings = isWordLike !== true && !spaced && last !== undefined;
    if (OPENS.test(segment)) {
      opening += segment;
      continue;
    }
    if (clings && opening === '') last.text += segment;
    else {
      words.push({ text: opening + segment, spaced });
      opening = '';
      spaced = false;
    }
  }
  if (opening !== '') words.push({ text: opening, spaced });
  return words;
}

/** Whether a hyphen or an apostrophe holds two words together is the segmenter's affair; this only cuts what never fits. */
export function breakLong(word: Word, fits: (text: string) => boolean): Word[] {
  if (fits(word.text)) return [word];
  const pieces: Word[] = [];
  let piece = '';
  for (const { segment } of graphemes.segment(word.text)) {
    if (piece !== '' && !fits(piece + segment)) {
      pieces.push({ text: piece, spaced: pieces.length === 0 && word.spaced });
      piece = '';
    }
    piece += segment;
  }
  pieces.push({ text: piece, spaced: pieces.length === 0 && word.spaced });
  return pieces;
}

/** What is written when words stand side by side. */
export const joinWords = (words: readonly Word[]): string =>
  words.map(({ text, spaced }, index) => (spaced && index > 0 ? ` ${text}` : text)).join('');
