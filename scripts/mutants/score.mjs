/** Percent of the mutants that tests notice, in each area. */
const AIM = 85;
/** Where a survivor could cost somebody money. */
const FLAWLESS = ['zaps'];
const NOTICED = ['Killed', 'Timeout'];
/** No test runs the code, or those that do are content. */
const MISSED = ['Survived', 'NoCoverage'];

/** @typedef {{ area: string, killed: number, survived: number, percent: string }} Score */

/**
 * What was ignored, and what does not compile, is no mutant.
 * @param {string} area @param {readonly { status: string }[]} results @returns {Score}
 */
export function scoreOf(area, results) {
  const count = (/** @type {string[]} */ statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  const [killed, survived] = [count(NOTICED), count(MISSED)];
  const percent = killed + survived === 0 ? '0.0' : floored((100 * killed) / (killed + survived));
  return { area, killed, survived, percent };
}

/** Rounded down: a survivor is never rounded away. @param {number} percent */
const floored = (percent) => (Math.floor(percent * 10) / 10).toFixed(1);

/** @param {Score} score */
export const reached = ({ area, survived, percent }) =>
  Number(percent) >= AIM && (survived === 0 || !FLAWLESS.includes(area));
