import { table } from './table.mjs';

/** @typedef {import('./test-results.mjs').Stage} Stage */
/** @typedef {import('./test-results.mjs').Count} Count */

/**
 * Result of a stage; `secondChances`: number of failed tests that were run once more (decision 0027).
 * @typedef {{ stage: Stage, seconds: number, counted: Count, secondChances: number }} StageEnd
 */

/** @param {number} seconds */
const figure = (seconds) => seconds.toFixed(1);

/**
 * Returns the table that ends a run: a row per stage and one for all.
 * @param {StageEnd[]} ends
 * @param {number} seconds from the first stage's start to the last one's end: stages may overlap
 */
export function stageTable(ends, seconds) {
  /** @param {string} name @param {number} took @param {{ counted: Count, secondChances: number }[]} of */
  const row = (name, took, of) => {
    const added = (/** @type {(end: { counted: Count, secondChances: number }) => number} */ figureOf) =>
      String(of.reduce((total, end) => total + figureOf(end), 0));
    const tests = added(({ counted }) => counted.passed + counted.failed);
    return [name, figure(took), tests, added(({ counted }) => counted.failed), added((end) => end.secondChances)];
  };
  return table(
    ['stage', 'seconds', 'tests', 'failed', 'second chances'],
    [...ends.map((end) => row(end.stage, end.seconds, [end])), row('all', seconds, ends)],
  );
}

/** @typedef {{ stage: Stage, what: string, seconds: number }} Timed */

/**
 * Returns a table of the slowest files or tests.
 * @param {string} what heading of the column of files or tests
 * @param {Timed[]} timed
 * @param {number} most maximum number of rows
 */
export function slowest(what, timed, most) {
  const rows = [...timed]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, most)
    .map((each) => [figure(each.seconds), each.stage, each.what]);
  return table(['seconds', 'stage', what], rows, ['stage', what]);
}

/**
 * Parses an optional number of an option.
 * @param {string} option @param {string | undefined} value
 */
export function howMany(option, value) {
  if (value === undefined) return 0;
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`--${option} takes a whole number, not '${value}'.`);
  return Number(value);
}
