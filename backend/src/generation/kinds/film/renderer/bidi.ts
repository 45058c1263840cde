const RIGHT = /[\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}\p{Script=Thaana}\p{Script=Nko}\p{Script=Adlam}]/u;
const FIRST_STRONG = new RegExp(`${RIGHT.source}|(\\p{L})`, 'u');
const DIGIT = /\p{Nd}/u;

/**
 * Tells whether a text runs from right to left. Decided by the first letter that has a direction, as in the
 * bidirectional algorithm for paragraphs.
 */
export function isRightToLeft(text: string): boolean {
  const found = FIRST_STRONG.exec(text);
  return found !== null && found[1] === undefined;
}

/** Adjacent characters with the same direction. */
interface Run {
  from: number;
  to: number;
  isRight: boolean;
}

type Direction = 'left' | 'right' | 'number' | 'neutral';

function directionOf(character: string, before: string, after: string): Direction {
  if (DIGIT.test(character)) return 'number';
  // Punctuation and symbols inside or next to a number belong to the number: 1,5 and 10:30 and 100%.
  if (/[.,:/]/u.test(character) && DIGIT.test(before) && DIGIT.test(after)) return 'number';
  if (/[\p{Sc}%‰°]/u.test(character) && (DIGIT.test(before) || DIGIT.test(after))) return 'number';
  if (RIGHT.test(character) && /\p{L}/u.test(character)) return 'right';
  return /\p{L}/u.test(character) ? 'left' : 'neutral';
}

/** Returns the runs of a line in order from left to right, as the bidirectional algorithm (UAX 9) places them. */
function runsFromLeft(text: string, isRight: boolean): Run[] {
  const base = isRight ? 1 : 0;
  const units = Array.from(text);
  const directions = units.map((unit, at) =>
    /^\p{M}/u.test(unit) && at > 0 ? 'neutral' : directionOf(unit, units[at - 1] ?? '', units[at + 1] ?? ''),
  );
  // The text before a number decides whether the number is part of right-to-left text.
  const levels: number[] = [];
  let strong = base;
  for (const direction of directions) {
    if (direction === 'left') strong = 0;
    if (direction === 'right') strong = 1;
    if (direction === 'number') levels.push(strong === 1 || base === 1 ? 2 : 0);
    else levels.push(direction === 'neutral' ? -1 : direction === 'right' ? 1 : base === 1 ? 2 : 0);
  }
  for (let at = 0; at < levels.length; at++) {
    if (levels[at] !== -1) continue;
    let end = at;
    while (end < levels.length && levels[end] === -1) end++;
    const sideOf = (level: number | undefined): number =>
      level === undefined ? base : level === 2 && base === 0 ? 1 : level % 2;
    const [before, after] = [sideOf(levels[at - 1]), sideOf(levels[end])];
    // A combining mark belongs to the letter before it, whatever follows.
    const mark = /^\p{M}/u.test(units[at] ?? '') ? levels[at - 1] : undefined;
    const side = before === after ? before : base;
    const level = side === 1 ? 1 : base === 1 ? 2 : 0;
    if (mark !== undefined) levels[at] = mark;
    else levels.fill(side === base ? base : level, at, end);
  }
  const runs: (Run & { level: number })[] = [];
  let offset = 0;
  for (const [index, unit] of units.entries()) {
    const level = levels[index] ?? base;
    const last = runs.at(-1);
    if (last?.level === level) last.to += unit.length;
    else runs.push({ from: offset, to: offset + unit.length, isRight: level === 1, level });
    offset += unit.length;
  }
  for (let level = 2; level >= 1; level--) {
    for (let at = 0; at < runs.length; at++) {
      let end = at;
      while ((runs[end]?.level ?? -1) >= level) end++;
      if (end > at + 1) runs.splice(at, end - at, ...runs.slice(at, end).toReversed());
      at = Math.max(at, end);
    }
  }
  return runs;
}

/**
 * Returns the horizontal positions of some characters of a line, measured from its left edge. There are several
 * positions if text of the other direction lies between the characters.
 * @param isRight the direction of the paragraph, which may differ from that of a line's first letter
 * @param width measures a text on its own
 */
export function placesOf(
  text: string,
  [from, to]: readonly [number, number],
  isRight: boolean,
  width: (part: string, runsRight: boolean) => number,
): { left: number; right: number }[] {
  const places: { left: number; right: number }[] = [];
  let left = 0;
  for (const run of runsFromLeft(text, isRight)) {
    const whole = text.slice(run.from, run.to);
    const size = width(whole, run.isRight);
    const [begin, end] = [Math.max(from, run.from), Math.min(to, run.to)];
    if (begin < end) {
      const before = width(whole.slice(0, begin - run.from), run.isRight);
      const upTo = end === run.to ? size : width(whole.slice(0, end - run.from), run.isRight);
      places.push(
        run.isRight
          ? { left: left + size - upTo, right: left + size - before }
          : { left: left + before, right: left + upTo },
      );
    }
    left += size;
  }
  return places;
}
