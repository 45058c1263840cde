import { inkLength, type WordTimes } from './word-times';
import { splitWords } from './words';

/**
 * A timed piece of speech as reported by a provider: a character, a word or several words. Times are in seconds from
 * the start of the sound.
 */
export interface ToldPiece {
  text: string;
  from: number;
  to: number;
}

/** Minimum share of the letters that must match; numerals and names may be spelled differently. */
const LEAST_ALIKE = 0.5;
const bare = (text: string): string[] =>
  Array.from(
    text
      .normalize('NFKC')
      .toLowerCase()
      .match(/[\p{L}\p{N}]/gu) ?? [],
  );

/**
 * Maps the timed pieces of a provider to the words of the text. Their spelling may differ, as a transcription spells
 * numerals; a word without a matching piece is placed between its neighbours.
 * @returns null when the pieces belong to another text
 */
export function toldTimes(text: string, pieces: readonly ToldPiece[]): WordTimes | null {
  const told = pieces.flatMap(({ text: piece, from, to }) => {
    const letters = bare(piece);
    const each = (to - from) / Math.max(1, letters.length);
    return letters.map((letter, at) => ({ letter, from: from + at * each, to: from + (at + 1) * each }));
  });
  const words = splitWords(text);
  const letters = words.flatMap((word, index) => bare(word.text).map((letter) => ({ letter, index })));
  const pairs = alike(
    letters.map(({ letter }) => letter),
    told.map(({ letter }) => letter),
  );
  if (letters.length === 0 || pairs.length < letters.length * LEAST_ALIKE) return null;
  const spans = words.map((): { from: number; to: number } | null => null);
  for (const [mine, theirs] of pairs) {
    const [letter, time] = [letters[mine], told[theirs]];
    if (!letter || !time) continue;
    const span = spans[letter.index];
    spans[letter.index] = { from: span?.from ?? time.from, to: time.to };
  }
  let ink = 0;
  let last = 0;
  return words.map((word, index) => {
    ink += inkLength(word.text);
    const next = spans.slice(index + 1).find((span) => span !== null);
    const from = Math.max(last, spans[index]?.from ?? last);
    const to = Math.max(from, spans[index]?.to ?? next?.from ?? from);
    last = to;
    return [ink, Math.round(from * 1000), Math.round(to * 1000)];
  });
}

/** Maximum offset between the two texts, in letters. */
const BAND = 200;

/** Returns the positions of a longest common subsequence of letters. */
function alike(mine: readonly string[], theirs: readonly string[]): [number, number][] {
  const width = 2 * BAND + 1;
  const slope = mine.length > 0 ? theirs.length / mine.length : 1;
  const offset = (row: number): number => Math.round(row * slope) - BAND;
  const rows = Array.from({ length: mine.length + 1 }, () => new Int32Array(width));
  const at = (row: number, column: number): number => {
    const index = column - offset(row);
    return column < 0 || index < 0 || index >= width ? 0 : (rows[row]?.[index] ?? 0);
  };
  for (let row = 1; row <= mine.length; row++) {
    const here = rows[row];
    if (!here) continue;
    for (let index = 0; index < width; index++) {
      const column = offset(row) + index;
      if (column < 1 || column > theirs.length) continue;
      const isSame = mine[row - 1] === theirs[column - 1];
      here[index] = Math.max(at(row - 1, column), at(row, column - 1), isSame ? at(row - 1, column - 1) + 1 : 0);
    }
  }
  const pairs: [number, number][] = [];
  for (let [row, column] = [mine.length, theirs.length]; row > 0 && column > 0;) {
    if (mine[row - 1] === theirs[column - 1] && at(row, column) === at(row - 1, column - 1) + 1)
      pairs.unshift([--row, --column]);
    else if (at(row - 1, column) >= at(row, column - 1)) row--;
    else column--;
  }
  return pairs;
}
