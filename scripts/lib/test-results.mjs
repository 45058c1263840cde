import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { stripVTControlCharacters } from 'node:util';
import { REPORTS, ROOT } from './paths.mjs';

export const STAGES = /** @type {const} */ (['unit', 'web', 'int', 'faults', 'e2e']);
/** @typedef {(typeof STAGES)[number]} Stage */

/** `message`, when known, says why a test failed.
 * @typedef {{ title: string, file: string, outcome: 'passed' | 'failed' | 'skipped', seconds: number, message?: string }}
 *   TestResult */

/** @param {number | null | undefined} milliseconds */
const inSeconds = (milliseconds) => (milliseconds ?? 0) / 1000;

/** @param {string} status @returns {TestResult['outcome']} */
const outcomeOf = (status) => (status === 'passed' ? 'passed' : status === 'failed' ? 'failed' : 'skipped');

/**
 * What `jest --json` writes.
 * @typedef {object} JestReport
 * @property {{ name: string, status: string, message: string, startTime?: number, endTime?: number,
 *   assertionResults: { fullName: string, status: string, duration?: number | null, failureMessages?: string[] }[] }[]
 *   } testResults
 */

/** @param {JestReport} report @returns {TestResult[]} */
export function jestResults(report) {
  return report.testResults.flatMap(({ name: file, status, message, assertionResults }) => {
    // A file that could not even be loaded holds no test, and still is a failure.
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

/** A test that passed at a second try ('flaky') has failed once too often.
 * @type {Record<string, TestResult['outcome']>} */
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
 * @param {{ suites: PlaywrightSuite[], errors?: { message?: string }[] }} report what Playwright's json reporter writes
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

/** The report that a stage's last run left behind, or null when it left none. @param {string} stage */
function readReport(stage, folder = REPORTS) {
  const file = reportFile(stage, folder);
  return existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : null;
}

/**
 * The results that a stage's last run left behind, or null when it left none.
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
 * How long each file of a stage's last run took. A file of Jest's with the loading of what it imports; the tests of one
 * journey file run beside each other, so that theirs are added up.
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

/** What a program printed, without colours and empty lines, moved in. @param {string} text */
export const printedLines = (text) =>
  stripVTControlCharacters(text)
    .split('\n')
    .filter((line) => line.trim() !== '')
    .map((line) => `  ${line}`);

/** Lines of a failure's message that are worth a place at the end of a run: what was expected, and where. */
const MESSAGE_LINES = 14;

/**
 * What a person who only sees the end of a run's output needs: each failed test's title, file and first words.
 * @param {TestResult[]} results
 */
export const failures = (results) =>
  results
    .filter((result) => result.outcome === 'failed')
    .map(({ title, file, message = '' }) =>
      [`failed: ${title}`, `  ${file}`, ...printedLines(message).slice(0, MESSAGE_LINES)].join('\n'),
    );

/**
 * Whether a runner failed without naming a failed test: by a crash, a time-out, or as there was no test at all.
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
 * How a stage ended. A crashed runner counts as one failure.
 * @param {TestResult[] | null} results
 * @param {number} exitCode
 * @param {boolean} filtered whether only some tests were asked for: the others then are left out, not skipped
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

/** More than these are no bad luck. */
const SECOND_CHANCES = 4;

/**
 * Whether what failed is so little that it is worth a second look. A runner that crashed is broken.
 * @param {{ counted: Count, hasCrashed: boolean }[]} outcomes
 */
export function deservesSecondChance(outcomes) {
  const { failed } = sum(outcomes.map(({ counted }) => counted));
  return failed > 0 && failed <= SECOND_CHANCES && !outcomes.some((outcome) => outcome.hasCrashed);
}

/**
 * What of the failed tests is well when its file runs alone, and what is not, or did not run at all. By file, since
 * some titles name a seed that is drawn anew.
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

/** What the line that ended a test run says; null when there is none. @param {string} output @returns {Count | null} */
export function countsIn(output) {
  const lines = [...stripVTControlCharacters(output).matchAll(/^(\d+) passed, (\d+) failed(?:, (\d+) skipped)?\r?$/gm)];
  const [, passed, failed, skipped = 0] = lines.at(-1) ?? [];
  return passed === undefined ? null : { passed: Number(passed), failed: Number(failed), skipped: Number(skipped) };
}

/** The line that ends a test run. @param {Count} count */
export const closingLine = ({ passed, failed, skipped }) =>
  `${passed} passed, ${failed} failed${skipped > 0 ? `, ${skipped} skipped` : ''}`;
