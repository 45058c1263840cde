import { obtainChromium } from './chromium.mjs';
import { REPORTS } from './paths.mjs';
import { ensureAllBuilt } from './prepare.mjs';
import { run } from './run.mjs';
import { STAGE_TIMEOUT_MS, workersFor } from './test-plan.mjs';
import { reportFile } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Stage} Stage */

/**
 * Images and passwords are processed in threads. glibc gives each thread an arena of 64 MB and never frees it: a worker
 * of `int` held 1 GB of arenas, eight per processor.
 */
const MALLOC_ARENA_MAX = '2';

/** In a terminal the runner shows colours and progress; from a pipe its last output before a crash can be kept. */
const isTerminal = Boolean(process.stdout.isTTY);

/**
 * Starts the work at the first call and returns the same promise to all callers. @template T @param {() => Promise<T>}
 * work
 */
function once(work) {
  /** @type {Promise<T> | null} */
  let begun = null;
  return () => {
    begun ??= work();
    // A rejection must not count as unhandled before the first caller awaits the promise.
    begun.catch(() => undefined);
    return begun;
  };
}
const built = once(ensureAllBuilt);
const chromium = once(obtainChromium);

/** @param {Stage} stage */
const startsServers = (stage) => stage === 'int' || stage === 'faults' || stage === 'e2e';

/**
 * Starts the builds and the download of a browser that later stages need: on a fresh machine these take a minute,
 * during which the first stage can run. Errors surface in the stage that needs the result.
 * @param {Stage[]} stages
 */
export function getReadyFor(stages) {
  if (stages.some(startsServers)) void built();
  if (stages.includes('e2e')) void chromium();
}

/**
 * Runs the tests of a stage, which writes its report.
 * @param {Stage} stage
 * @param {{ files: string[], grep?: string, reports?: string, isAlone?: boolean, isLong?: boolean }} options `files`:
 * path patterns, none for all; `isAlone`: no other stage runs at the same time, otherwise each line has the stage's
 * prefix; `isLong`: runs the stage's long tests instead of those of `npm test`
 * @returns {Promise<import('./run.mjs').Ended>}
 */
export async function runStage(stage, { files, grep, reports = REPORTS, isAlone = true, isLong = false }) {
  if (startsServers(stage)) await built();
  const workers = String(workersFor(stage, isAlone));
  const output = isAlone ? { overhear: !isTerminal } : { prefix: `${stage.padEnd(6)} │ ` };
  const options = { ...output, timeoutMs: STAGE_TIMEOUT_MS };
  if (stage === 'e2e') {
    const filter = [...(grep ? ['--grep', grep] : []), ...files];
    const args = ['playwright', 'test', '--config', 'frontend/playwright.config.ts', '--workers', workers, ...filter];
    // Traces help when a few tests are being examined, and are too expensive for all.
    const traces = filter.length > 0 ? '1' : undefined;
    const long = isLong ? '1' : undefined;
    const env = { PLAYWRIGHT_CHROMIUM: await chromium(), E2E_REPORTS: reports, E2E_TRACES: traces, E2E_LONG: long };
    return run('npx', args, { ...options, env });
  }
  const report = ['--json', '--outputFile', reportFile(stage, reports)];
  const filter = [
    ...(grep ? ['--testNamePattern', grep] : []),
    ...(files.length > 0 ? ['--testPathPatterns', ...files] : []),
  ];
  const colours = !isAlone && isTerminal ? ['--colors'] : [];
  const args = [
    'jest',
    '--ci',
    '--maxWorkers',
    workers,
    '--selectProjects',
    isLong ? 'long' : stage,
    ...colours,
    ...report,
    ...filter,
  ];
  return run('npx', args, { ...options, env: { MALLOC_ARENA_MAX } });
}
