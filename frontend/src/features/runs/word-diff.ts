export interface Diffed {
  change: 'same' | 'removed' | 'added';
  words: string;
}

/** Maximum number of words in a stretch that is compared word by word, because the table grows quadratically. */
const MAX_WORDS = 1_500;
/**
 * Maximum number of cells in all tables of one comparison, which take a few hundred milliseconds; further stretches
 * count as entirely replaced.
 */
const MAX_CELLS = 12_000_000;

/**
 * Minimum share of the shorter text that both texts must have in common. Less is coincidence, and a mixed text would be
 * hard to read.
 */
const LEAST_KEPT = 0.5;

const wordsOf = (text: string): string[] => text.match(/\s+|\S+/gu) ?? [];

/**
 * Compares two texts word by word. Short texts are compared by their longest common subsequence; long ones are divided
 * at words that occur once in each.
 */
export function wordDiff(before: string, after: string): Diffed[] {
  const [from, to] = [wordsOf(before), wordsOf(after)];
  if (before === after) return merged([{ change: 'same', words: before }]);
  const found: Diffed[] = [];
  if (isShort(from, to)) byTable(from, to, found);
  else compare(from, to, { found, cells: MAX_CELLS });
  const kept = found.reduce((sum, { change, words }) => sum + (change === 'same' ? countOf(wordsOf(words)) : 0), 0);
  return merged(kept < LEAST_KEPT * Math.min(countOf(from), countOf(to)) ? asWhole(from, to) : found);
}

interface Comparison {
  found: Diffed[];
  /** Number of table cells that may still be used. */
  cells: number;
}

const asWhole = (from: readonly string[], to: readonly string[]): Diffed[] => [
  { change: 'removed', words: from.join('') },
  { change: 'added', words: to.join('') },
];

const isShort = (from: readonly string[], to: readonly string[]): boolean =>
  from.length <= MAX_WORDS && to.length <= MAX_WORDS;

/** Compares two texts, after setting aside their common beginning and end. */
function compare(from: readonly string[], to: readonly string[], comparison: Comparison): void {
  const { found } = comparison;
  const shorter = Math.min(from.length, to.length);
  let start = 0;
  while (start < shorter && from[start] === to[start]) start += 1;
  let end = 0;
  while (end < shorter - start && from.at(-1 - end) === to.at(-1 - end)) end += 1;
  const [left, right] = [from.slice(start, from.length - end), to.slice(start, to.length - end)];
  const cells = left.length * right.length;
  found.push({ change: 'same', words: from.slice(0, start).join('') });
  if (isShort(left, right) && cells <= comparison.cells) {
    comparison.cells -= cells;
    byTable(left, right, found);
  } else between(left, right, comparison);
  found.push({ change: 'same', words: from.slice(from.length - end).join('') });
}

/** Compares two stretches, which begin and end differently, by dividing them at their anchors. */
function between(from: readonly string[], to: readonly string[], comparison: Comparison): void {
  const anchors = anchorsOf(from, to);
  if (anchors.length === 0) {
    comparison.found.push(...asWhole(from, to));
    return;
  }
  let [i, j] = [0, 0];
  for (const [left, right] of [...anchors, [from.length, to.length] as const]) {
    compare(from.slice(i, left), to.slice(j, right), comparison);
    if (left < from.length) comparison.found.push({ change: 'same', words: from[left] ?? '' });
    [i, j] = [left + 1, right + 1];
  }
}

type Anchor = readonly [from: number, to: number];

/**
 * Returns the positions of words that occur exactly once in each text; keeps as many as possible that have the same
 * order in both.
 */
function anchorsOf(from: readonly string[], to: readonly string[]): Anchor[] {
  const [places, others] = [placesOf(from), placesOf(to)];
  const pairs = [...places].flatMap(([word, place]): Anchor[] => {
    const other = others.get(word) ?? -1;
    return place < 0 || other < 0 ? [] : [[place, other]];
  });
  return inOrder(pairs);
}

/** Returns the position of each word, or -1 for a word that occurs more than once. */
function placesOf(words: readonly string[]): Map<string, number> {
  const places = new Map<string, number>();
  words.forEach((word, place) => void places.set(word, places.has(word) ? -1 : place));
  return places;
}

/** Returns the longest subsequence of pairs whose second positions ascend; their first positions already do. */
function inOrder(pairs: readonly Anchor[]): Anchor[] {
  // For each length, the index of the pair that ends a subsequence of that length at the smallest position.
  const ends: number[] = [];
  const before = pairs.map(([, place], index) => {
    let [low, high] = [0, ends.length];
    while (low < high) {
      const middle = (low + high) >> 1;
      if ((pairs[ends[middle] ?? 0]?.[1] ?? 0) < place) low = middle + 1;
      else high = middle;
    }
    ends[low] = index;
    return low === 0 ? -1 : (ends[low - 1] ?? -1);
  });
  const run: Anchor[] = [];
  for (let index = ends.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair) run.push(pair);
  }
  return run.reverse();
}

function byTable(from: readonly string[], to: readonly string[], found: Diffed[]): void {
  const common = lengths(from, to);
  const at = (row: number, column: number): number => common[row]?.[column] ?? 0;
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
}

const countOf = (words: readonly string[]): number => words.filter((word) => word.trim() !== '').length;

/** Computes, for each pair of positions, the length of the longest common subsequence from there on. */
function lengths(from: readonly string[], to: readonly string[]): Uint16Array[] {
  const table = Array.from({ length: from.length + 1 }, () => new Uint16Array(to.length + 1));
  for (let i = from.length - 1; i >= 0; i--) {
    const [row, below] = [table[i], table[i + 1]];
    if (!row || !below) continue;
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
