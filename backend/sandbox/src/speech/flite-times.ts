import { inkLength, splitWords, type WordTimes } from '@storyreel/contracts';

interface Phone {
  name: string;
  /** Seconds. */
  from: number;
  to: number;
}

const PAUSE = 'pau';
/** Limit of compared pairs, enough for a narration of 3,000 characters; a whole story needs no word times. */
const MOST_PAIRS = 10_000_000;

/**
 * Returns the text in which Flite reads each word by itself: every word is a sentence, and so gets a line of phones.
 */
export const wordByWord = (text: string, plain: (word: string) => string): string =>
  splitWords(text)
    .map(
      (word) =>
        `${plain(word.text)
          .replaceAll(/[\s.!?:;,]+(?=\s)/gu, ' ')
          .trim()}\n\n`,
    )
    .join('');

/** Reads the phones of each sentence, written as 'pau:0.2 dh:0.3', with the time since the sentence began. */
function phonesIn(told: string): Phone[] {
  const phones: Phone[] = [];
  let begin = 0;
  for (const line of told.split('\n')) {
    let from = begin;
    for (const [, name = '', end = ''] of line.matchAll(/(\S+):(\d+\.\d+)/gu)) {
      const to = begin + Number(end);
      phones.push({ name, from, to });
      from = to;
    }
    begin = from;
  }
  return phones;
}

/**
 * Returns when each word is spoken, from the phones of the whole text and those of each word by itself.
 * @returns null when Flite read the words differently
 */
export function fliteTimes(text: string, told: string, toldByWord: string): WordTimes | null {
  const words = splitWords(text);
  const read = words.flatMap((word, index) => (/[\p{L}\p{N}\p{S}&%]/u.test(word.text) ? [index] : []));
  const lines = toldByWord
    .split('\n')
    .map((line) => line.split(' ').filter((name) => name !== '' && name !== PAUSE))
    .filter((names) => names.length > 0);
  if (lines.length !== read.length) return null;
  const expected = lines.flatMap((names, at) => names.map((name) => ({ name, word: read[at] ?? 0 })));
  const heard = phonesIn(told).filter(({ name }) => name !== PAUSE);
  if (expected.length * heard.length > MOST_PAIRS) return null;
  const spans = words.map((): { from: number; to: number } | null => null);
  for (const [mine, theirs] of matched(
    expected.map(({ name }) => name),
    heard.map(({ name }) => name),
  )) {
    const [phone, time] = [expected[mine], heard[theirs]];
    if (!phone || !time) continue;
    spans[phone.word] = { from: spans[phone.word]?.from ?? time.from, to: time.to };
  }
  if (read.some((index) => spans[index] === null)) return null;
  let ink = 0;
  let last = 0;
  return words.map((word, index) => {
    ink += inkLength(word.text);
    const { from, to } = spans[index] ?? { from: last, to: last };
    last = to;
    return [ink, Math.round(from * 1000), Math.round(to * 1000)];
  });
}

/** Cost of pairing two different phones: less than that of leaving out both, since vowels change within a sentence. */
const OTHER = 1.2;

/** Pairs the phones of two rows with the fewest changes. */
function matched(mine: readonly string[], theirs: readonly string[]): [number, number][] {
  const width = theirs.length + 1;
  const costs = new Float64Array((mine.length + 1) * width);
  const cost = (row: number, column: number): number => costs[row * width + column] ?? 0;
  const change = (row: number, column: number): number => (mine[row - 1] === theirs[column - 1] ? 0 : OTHER);
  for (let row = 0; row <= mine.length; row++) {
    for (let column = 0; column <= theirs.length; column++) {
      if (row === 0 || column === 0) costs[row * width + column] = row + column;
      else
        costs[row * width + column] = Math.min(
          cost(row - 1, column) + 1,
          cost(row, column - 1) + 1,
          cost(row - 1, column - 1) + change(row, column),
        );
    }
  }
  const pairs: [number, number][] = [];
  for (let [row, column] = [mine.length, theirs.length]; row > 0 && column > 0;) {
    if (cost(row, column) === cost(row - 1, column - 1) + change(row, column)) pairs.unshift([--row, --column]);
    else if (cost(row, column) === cost(row - 1, column) + 1) row--;
    else column--;
  }
  return pairs;
}
