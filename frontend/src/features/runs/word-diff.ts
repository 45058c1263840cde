export interface Diffed {
  change: 'same' | 'removed' | 'added';
  words: string;
}

/** Longer texts are compared as a whole: the table below grows quadratically. */
const MAX_WORDS = 1_500;

/** Share of the shorter text below which common words are chance: a mixture of two texts reads badly. */
const LEAST_KEPT = 0.5;

const wordsOf = (text: string): string[] => text.match(/\s+|\S+/gu) ?? [];

/** Diffs two texts by their longest common subsequence of words. */
export function wordDiff(before: string, after: string): Diffed[] {
  const [from, to] = [wordsOf(before), wordsOf(after)];
  if (before === after) return merged([{ change: 'same', words: before }]);
  const asWhole: Diffed[] = [
    { change: 'removed', words: before },
    { change: 'added', words: after },
  ];
  if (from.length > MAX_WORDS || to.length > MAX_WORDS) return merged(asWhole);
  const common = lengths(from, to);
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
  const found: Diffed[] = [];
  let [i, j] = [0, 0];
  while (i < from.length || j < to.length) {
    const [left, right] = [from[i], to[j]];
    if (left !== undefined && left === right) {
      found.push({ change: 'same', words: left });
      i += 1;
      j += 1;
    } else if (right === undefined || (left !== undefined && at(i + 1, j) >= at(i, j + 1))) {
      found.push({ change: 'removed', words: left ?? '' });
      i += 1;
    } else {
      found.push({ change: 'added', words: right });
      j += 1;
    }
  }
  const kept = found.filter(({ change, words }) => change === 'same' && words.trim() !== '').length;
  return merged(kept < LEAST_KEPT * Math.min(countOf(from), countOf(to)) ? asWhole : found);
}

const countOf = (words: readonly string[]): number => words.filter((word) => word.trim() !== '').length;

/** Tabulates the length of the longest common subsequence from each pair of positions on. */
function lengths(from: readonly string[], to: readonly string[]): number[][] {
  const table = Array.from({ length: from.length + 1 }, () => new Array<number>(to.length + 1).fill(0));
  for (let i = from.length - 1; i >= 0; i--) {
    const [row = [], below = []] = [table[i], table[i + 1]];
    for (let j = to.length - 1; j >= 0; j--) {
      row[j] = from[i] === to[j] ? (below[j + 1] ?? 0) + 1 : Math.max(below[j] ?? 0, row[j + 1] ?? 0);
    }
  }
  return table;
}

function merged(parts: readonly Diffed[]): Diffed[] {
  const found: Diffed[] = [];
  for (const part of parts.filter(({ words }) => words !== '')) {
    const last = found.at(-1);
    if (last?.change === part.change) last.words += part.words;
    else found.push({ ...part });
  }
  return found;
}
