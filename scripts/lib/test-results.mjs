import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { REPORTS, ROOT } from './paths.mjs';

export const STAGES = /** @type {const} */ (['unit', 'web', 'int', 'faults', 'e2e']);
/** @typedef {(typeof STAGES)[number]} Stage */

/**
 * Result of a test; `message`, if present, is the reason for a failure.
 * @typedef {{ title: string, file: string, outcome: 'passed' | 'failed' | 'skipped', seconds: number, message?: string
 * }} TestResult
 */

/** @param {number | null | undefined} milliseconds */
const inSeconds = (milliseconds) => (milliseconds ?? 0) / 1000;

/** @param {string} status @returns {TestResult['outcome']} */
const outcomeOf = (status) => (status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped');

/**
 * The output of `jest --json`.
 * @typedef {object} JestReport
 * @property {{ name: string, status: string, message: string, startTime?: number, endTime?: number, assertionResults: {
 * fullName: string, status: string, duration?: number | null, failureMessages?: string[] }[] }[] } testResults
 */

/** @param {JestReport} report @returns {TestResult[]} */
export function jestResults(report) {
  return report.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    // A file that could not be loaded has no tests but still counts as a failure.
    if (status === 'failed' && assertionResults.every((test) => test.status !== 'failed')) {
      const title = `${path.basename(file)} could not run`;
      return [{ title, file, outcome: /** @type {const} */ ('failed'), seconds: 0, message }];
    }
    return assertionResults.map((test) => ({
      title: test.fullName,
      file,
      outcome: outcomeOf(test.status),
      seconds: inSeconds(test.duration),
      message: test.failureMessages?.[0],
    }));
  });
}

/**
 * A test that passed only at the second attempt ('flaky') counts as failed.
 * @type {Record<string, TestResult['outcome']>}
 */
const PLAYWRIGHT_OUTCOMES = { expected: 'passed', skipped: 'skipped', unexpected: 'failed', flaky: 'failed' };

/** @typedef {{ status: string, results?: { duration?: number, error?: { message?: string } }[] }} PlaywrightTest */

/**
 * @typedef {object} PlaywrightSuite
 * @property {string} title
 * @property {string} file
 * @property {{ title: string, file: string, tests: PlaywrightTest[] }[]} [specs]
 * @property {PlaywrightSuite[]} [suites]
 */

/**
 * @param {{ suites: PlaywrightSuite[], errors?: { message?: string }[] }} report the output of Playwright's json
 * reporter
 * @returns {TestResult[]}
 */
export function playwrightResults({ suites, errors = [] }) {
  /** @param {PlaywrightSuite} suite @param {string} above @returns {TestResult[]} */
  const ofSuite = (suite, above) => {
    const here = suite.title === suite.file ? above : `${above} ${suite.title}`.trim();
    const own = (suite.specs ?? []).flatMap((spec) =>
      spec.tests.map(({ status, results }) => ({
        title: `${here} ${spec.title}`.trim(),
        file: spec.file,
        outcome: PLAYWRIGHT_OUTCOMES[status] ?? 'failed',
        seconds: (results ?? []).reduce((all, { duration }) => all + inSeconds(duration), 0),
        message: results?.find((result) => result.error)?.error?.message,
      })),
    );
    return [...own, ...(suite.suites ?? []).flatMap((child) => ofSuite(child, here))];
  };
  const broken = errors.map(({ message = 'unknown error' }) => ({
    title: `Playwright: ${message.split('\n')[0]}`,
    file: 'playwright',
    outcome: /** @type {const} */ ('failed'),
    seconds: 0,
  }));
  return [...suites.flatMap((suite) => ofSuite(suite, '')), ...broken];
}

/** @param {string} stage */
export const reportFile = (stage, folder = REPORTS) => path.join(folder, `${stage}.json`);

/** Returns the report of a stage's last run, or null if there is none. @param {string} stage */
function readReport(stage, folder = REPORTS) {
  const file = reportFile(stage, folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/**
 * Returns the results of a stage's last run, or null if there are none.
 * @param {string} stage
 * @param {string} folder
 */
export function readResults(stage, folder = REPORTS) {
  const report = readReport(stage, folder);
  if (report === null) return null;
  return stage === 'e2e' ? playwrightResults(report) : jestResults(report);
}

/** @typedef {{ file: string, seconds: number }} FileTime */

/**
 * Returns the duration of each file in a stage's last run. For Jest this includes loading its imports; Playwright runs
 * the tests of a file in parallel, so theirs are added up.
 * @param {string} stage
 * @param {string} folder
 * @returns {FileTime[]}
 */
export function readFileTimes(stage, folder = REPORTS) {
  const report = readReport(stage, folder);
  if (report === null) return [];
  if (stage !== 'e2e')
    return /** @type {JestReport} */ (report).testResults.map(({ name, startTime = 0, endTime = 0 }) => ({
      file: path.relative(ROOT, name),
      seconds: inSeconds(endTime - startTime),
    }));
  /** @type {Map<string, number>} */
  const times = new Map();
  for (const { file, seconds } of playwrightResults(report)) times.set(file, (times.get(file) ?? 0) + seconds);
  return [...times].map(([file, seconds]) => ({ file, seconds }));
}

/** Returns the lines of a program's output, indented, without colours and empty lines. @param {string} text */
export const printedLines = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `  ${line}`);

/** Number of lines shown of a failure's message: enough for the expectation and the place. */
const MESSAGE_LINES = 14;

/**
 * Lists the failures for the end of a run: each failed test's title, file and the beginning of its message.
 * @param {TestResult[]} results
 */
export const failures = (results) =>
  results
    .filter((result) => result.outcome === 'failed')
    .map(({ title, file, message = '' }) =>
      [`failed: ${title}`, `  ${file}`, ...printedLines(message).slice(0, MESSAGE_LINES)].join('\n'),
    );

/**
 * True if a runner failed without a failed test: a crash, a timeout, or no tests at all.
 * @param {TestResult[] | null} results
 * @param {number} exitCode
 */
export const hasCrashed = (results, exitCode) =>
  results === null || (exitCode !== 0 && results.every((result) => result.outcome !== 'failed'));

/** @typedef {{ passed: number, failed: number, skipped: number }} Count */

/** @param {TestResult[]} results @returns {Count} */
export function count(results) {
  const of = (/** @type {string} */ outcome) => results.filter((result) => result.outcome === outcome).length;
  return { passed: of('passed'), failed: of('failed'), skipped: of('skipped') };
}

/**
 * Returns the counts of a stage. A crashed runner counts as one failure.
 * @param {TestResult[] | null} results
 * @param {number} exitCode
 * @param {boolean} filtered true if only some tests were requested: the others are then left out, not skipped
 * @returns {Count}
 */
export function stageCount(results, exitCode, filtered) {
  const counted = count(results ?? []);
  return {
    ...counted,
    failed: counted.failed + (hasCrashed(results, exitCode) ? 1 : 0),
    skipped: filtered ? 0 : counted.skipped,
  };
}

/**
 * Prints the failures of a run, and its crash if it crashed. Returns its counts, without the skipped ones.
 * @param {string} name of its report
 * @param {number} exitCode
 * @param {string} folder
 */
export function printFailures(name, exitCode, folder = REPORTS) {
  const results = readResults(name, folder);
  for (const text of failures(results ?? [])) console.log(`\n${text}`);
  if (hasCrashed(results, exitCode))
    console.log(`\nfailed: the run ended with code ${exitCode} although no test failed.`);
  return stageCount(results, exitCode, true);
}

/** Above this number, failures are not due to chance. */
const SECOND_CHANCES = 4;

/**
 * True if so few tests failed that they deserve a second run. A crashed runner does not.
 * @param {{ counted: Count, hasCrashed: boolean }[]} outcomes
 */
export function deservesSecondChance(outcomes) {
  const { failed } = sum(outcomes.map(({ counted }) => counted));
  return failed > 0 && failed <= SECOND_CHANCES && !outcomes.some((outcome) => outcome.hasCrashed);
}

/**
 * Splits the failed tests into those whose file passed when run alone and those whose file failed again or did not run.
 * By file, because some titles contain a seed that changes with every run.
 * @param {TestResult[]} failed @param {TestResult[]} again
 */
export function afterSecondChance(failed, again) {
  /** @param {TestResult} result */
  const isFlaky = ({ file }) => {
    const { passed, failed } = count(again.filter((result) => result.file === file));
    return passed > 0 && failed === 0;
  };
  return { flaky: failed.filter(isFlaky), stillFailed: failed.filter((result) => !isFlaky(result)) };
}

/** @param {Count[]} counts @returns {Count} */
export const sum = (counts) =>
  counts.reduce(
    (all, one) => ({
      passed: all.passed + one.passed,
      failed: all.failed + one.failed,
      skipped: all.skipped + one.skipped,
    }),
    { passed: 0, failed: 0, skipped: 0 },
  );

/** Reads the closing line of a test run; null if there is none. @param {string} output @returns {Count | null} */
export function countsIn(output) {
  const lines = [...stripVTControlCharacters(output).matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\r?$/gm)];
  const [, passed, failed, skipped = 0] = lines.at(-1) ?? [];
  return passed === undefined ? null : { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** Returns the closing line of a test run. @param {Count} count */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
