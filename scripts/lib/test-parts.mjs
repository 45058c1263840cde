import { printedLines } from './test-results.mjs';

/**
 * A part of `npm run test:all`: a script of package.json. Like `npm test` it ends with a line 'N passed, N failed', and
 * lists the tests that it could not run in lines that begin with 'left out: '.
 * @typedef {object} Part
 * @property {string} name
 * @property {string} script
 * @property {string[]} [args]
 * @property {Record<string, string>} [env]
 * @property {string} [only] the option that requests it; without one it always runs
 */

/** @type {Part[]} */
export const PARTS = [
  { name: 'test', script: 'test' },
  { name: 'react', script: 'test', args: ['--only', 'web'], env: { REACT_BUILD: 'development' } },
  { name: 'long', script: 'test:long' },
  { name: 'faults', script: 'test:faults' },
  { name: 'ledger', script: 'test:ledger' },
  { name: 'planted', script: 'test:planted' },
  { name: 'wiring', script: 'test:wiring' },
  { name: 'nodes', script: 'test:nodes' },
  { name: 'image', script: 'test:image' },
  { name: 'browsers', script: 'test:browsers', args: ['--installed'] },
  { name: 'mutants', script: 'test:mutants', only: '--mutants' },
];

/**
 * Returns the parts to run, in order.
 * @param {{ only?: string[], from?: string, mutants?: boolean }} asked
 * @returns {Part[]}
 * @throws Error when no part has this name
 */
export function partsFor({ only, from, mutants = false }) {
  const names = PARTS.map(({ name }) => name);
  const unknown = [...(only ?? []), ...(from === undefined ? [] : [from])].find((name) => !names.includes(name));
  if (unknown !== undefined) throw new Error(`There is no part '${unknown}'; there are ${names.join(', ')}.`);
  const isAsked = (/** @type {Part} */ part) => part.only === undefined || mutants || part.name === from;
  return PARTS.slice(from === undefined ? 0 : names.indexOf(from)).filter((part) =>
    only ? only.includes(part.name) : isAsked(part),
  );
}

const COUNTS = /^ {2}(\d+) passed, (\d+) failed(?:, \d+ skipped)?$/;
const LEFT_OUT = /^ {2}left out: (.+)$/;
const NOTE_CHARACTERS = 100;

/**
 * Result of a part; `note` lists the tests that it could not run and any problem at its end.
 * @typedef {{ passed: number, failed: number, note: string }} PartEnd
 */

/**
 * Reads a part's result from its last output. A part that ran nothing, or failed without a failed test, counts as a
 * failure.
 * @param {{ code: number, output: string, timedOut: boolean }} ended
 * @returns {PartEnd}
 */
export function partEnd({ code, output, timedOut }) {
  const lines = printedLines(output);
  const counted = lines.map((line) => COUNTS.exec(line)).findLast((found) => found !== null);
  const leftOut = lines.flatMap((line) => LEFT_OUT.exec(line)?.[1] ?? []);
  const passed = Number(counted?.[1] ?? 0);
  const failed = Number(counted?.[2] ?? 0);
  const wrong = whatIsWrong({ code, timedOut, hasCounts: Boolean(counted), passed, failed, lines, leftOut });
  const note = [...(wrong === null ? [] : [wrong]), ...leftOut].join('; ');
  return { passed, failed: failed + (wrong === null ? 0 : 1), note };
}

/** Returns a part's own last line, or npm's first error if the part never started. @param {string[]} lines */
function lastWords(lines) {
  const words = lines.map((line) => line.trim()).filter((line) => /\p{L}{3}/u.test(line));
  const own = words.findLast((line) => !line.startsWith('npm error') && !line.startsWith('> '));
  const ofNpm = words.find((line) => /^npm error \S/.test(line));
  return (own ?? ofNpm ?? 'nothing printed').slice(0, NOTE_CHARACTERS);
}

/**
 * Returns a problem that the part's counts do not show, or null.
 * @param {{ code: number, timedOut: boolean, hasCounts: boolean, passed: number, failed: number, lines: string[],
 * leftOut: string[] }} end
 */
function whatIsWrong({ code, timedOut, hasCounts, passed, failed, lines, leftOut }) {
  if (timedOut) return 'took too long and was ended';
  if (!hasCounts) return `did not finish (code ${code}): ${lastWords(lines)}`;
  if (code !== 0 && failed === 0) return `ended with code ${code} although nothing failed`;
  if (passed + failed === 0 && leftOut.length === 0) return 'ran nothing';
  return null;
}
