import { table } from './table.mjs';

/** @typedef {import('./test-results.mjs').Stage} Stage */
/** @typedef {import('./test-results.mjs').Count} Count */

/**
 * How a stage went; `secondChances`: how many of its failed tests were run once more (decision 0052).
 * @typedef {{ stage: Stage, seconds: number, counted: Count, secondChances: number }} StageEnd
 */

/** @param {number} seconds */
const figure = (seconds) => seconds.toFixed(1);

/**
 * The table that closes a run: a row a stage, and one for all.
 * @param {StageEnd[]} ends
 * @param {number} seconds from the first stage's beginning to the last one's end: some run beside each other
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
 * A table of what took longest.
 * @param {string} what how the second column is called: the files or the tests
 * @param {Timed[]} timed
 * @param {number} most how many rows it has at most
 */
export function slowest(what, timed, most) {
  const rows = [...timed]
    .sort((one, other) => other.seconds - one.seconds)
    .slice(0, most)
    .map((each) => [figure(each.seconds), each.stage, each.what]);
  return table(['seconds', 'stage', what], rows, ['stage', what]);
}

/**
 * How many are asked for, where a number may be.
 * @param {string} option @param {string | undefined} value
 */
export function howMany(option, value) {
  if (value === undefined) return 0;
  if (!/^[1-9]\d{0,5}$/.test(value)) throw new Error(`--${option} takes a whole number, not '${value}'.`);
  return Number(value);
}
