import { obtainChromium } from './chromium.mjs';
import { REPORTS } from './paths.mjs';
import { ensureAllBuilt } from './prepare.mjs';
import { run } from './run.mjs';
import { STAGE_TIMEOUT_MS, workersFor } from './test-plan.mjs';
import { reportFile } from './test-results.mjs';

/** @typedef {import('./test-results.mjs').Stage} Stage */

/**
 * Pictures and passwords are worked on in threads. glibc gives each an arena of 64 MB and never takes it back: a worker of
 * `int` held 1 GB of them, eight for each processor.
 */
const MALLOC_ARENA_MAX = '2';

/** A terminal shows colours and what is under way, a pipe keeps what a runner says before it crashes. */
const isTerminal = Boolean(process.stdout.isTTY);

/** Begins a piece of work at the first call, and gives the same to all who ask. @template T @param {() => Promise<T>} work */
function once(work) {
  /** @type {Promise<T> | null} */
  let begun = null;
  return () => {
    begun ??= work();
    // Who waits for it is told; nobody may be waiting yet.
    begun.catch(() => undefined);
    return begun;
  };
}
const built = once(ensureAllBuilt);
const chromium = once(obtainChromium);

/** @param {Stage} stage */
const startsServers = (stage) => stage === 'int' || stage === 'faults' || stage === 'e2e';

/**
 * Begins to get what stages need, so that it is there when they begin: on a fresh machine builds and a browser take a
 * minute, in which the first stage can run. What goes wrong is told to the stage that needs it.
 * @param {Stage[]} stages
 */
export function getReadyFor(stages) {
  if (stages.some(startsServers)) void built();
  if (stages.includes('e2e')) void chromium();
}

/**
 * Runs the tests of a stage, which leave their report behind.
 * @param {Stage} stage
 * @param {{ files: string[], grep?: string, reports?: string, isAlone?: boolean }} options `files`: patterns of their
 *   paths, none for all; `isAlone`: no other stage runs meanwhile, otherwise each line says whose it is
 * @returns {Promise<import('./run.mjs').Ended>}
 */
export async function runStage(stage, { files, grep, reports = REPORTS, isAlone = true }) {
  if (startsServers(stage)) await built();
  const workers = String(workersFor(stage, isAlone));
  const output = isAlone ? { overhear: !isTerminal } : { prefix: `${stage.padEnd(6)} │ ` };
  const options = { ...output, timeoutMs: STAGE_TIMEOUT_MS };
  if (stage === 'e2e') {
    const filter = [...(grep ? ['--grep', grep] : []), ...files];
    const args = ['playwright', 'test', '--config', 'frontend/playwright.config.ts', '--workers', workers, ...filter];
    // Traces help with the few tests that somebody looks into, and cost too much with all of them.
    const traces = filter.length > 0 ? '1' : undefined;
    const env = { PLAYWRIGHT_CHROMIUM: await chromium(), E2E_REPORTS: reports, E2E_TRACES: traces };
    return run('npx', args, { ...options, env });
  }
  const report = ['--json', '--outputFile', reportFile(stage, reports)];
  const filter = [
    ...(grep ? ['--testNamePattern', grep] : []),
    ...(files.length > 0 ? ['--testPathPatterns', ...files] : []),
  ];
  const colours = !isAlone && isTerminal ? ['--colors'] : [];
  const args = ['jest', '--ci', '--maxWorkers', workers, '--selectProjects', stage, ...colours, ...report, ...filter];
  return run('npx', args, { ...options, env: { MALLOC_ARENA_MAX } });
}
