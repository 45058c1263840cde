/** Percentage of an area's mutants that tests have to notice. */
const AIM = 85;
/** Areas in which a surviving mutant could cost somebody money. */
const FLAWLESS = ['zaps'];
const NOTICED = ['Killed', 'Timeout'];
/** States of mutants that no test noticed: no test runs the code, or the tests that run it still pass. */
const MISSED = ['Survived', 'NoCoverage'];

/** @typedef {{ area: string, killed: number, survived: number, percent: string }} Score */

/**
 * Ignored mutants and those that do not compile are not counted.
 * @param {string} area @param {readonly { status: string }[]} results @returns {Score}
 */
export function scoreOf(area, results) {
  const count = (/** @type {string[]} */ statuses) => results.filter(({ status }) => statuses.includes(status)).length;
  const [killed, survived] = [count(NOTICED), count(MISSED)];
  const percent = killed + survived === 0 ? '0.0' : floored((100 * killed) / (killed + survived));
  return { area, killed, survived, percent };
}

/** Rounds down, so that 100 % means no survivors. @param {number} percent */
const floored = (percent) => (Math.floor(percent * 10) / 10).toFixed(1);

/** @param {Score} score */
export const reached = ({ area, survived, percent }) =>
  Number(percent) >= AIM && (survived === 0 || !FLAWLESS.includes(area));
