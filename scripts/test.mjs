// `npm test`: sets itself up, runs every test there is, and closes with one line of counts.
// `-- PATTERN …` runs the files whose paths match, `-- --only unit|web|int|faults|e2e` (may be repeated) some stages,
// `-- --grep TEXT` the tests whose titles match. On a build server (CI) a few failed tests get a second chance, and are
// named as flaky when they use it.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import path from 'node:path';
import { obtainChromium } from './lib/chromium.mjs';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { REPORTS } from './lib/paths.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { run, secondsSince } from './lib/run.mjs';
import { allTestFiles, matching, stageOf } from './lib/test-files.mjs';
import {
  STAGES,
  afterSecondChance,
  closingLine,
  deservesSecondChance,
  failures,
  hasCrashed,
  printedLines,
  readResults,
  reportFile,
  stageCount,
  sum,
} from './lib/test-results.mjs';

/** A stage that takes longer hangs; it is ended, and counts as failed. */
const STAGE_TIMEOUT_MS = 40 * 60_000;
/** A terminal shows colours and what is under way, a pipe keeps what a runner says before it crashes. */
const OPTIONS = { overhear: !process.stdout.isTTY, timeoutMs: STAGE_TIMEOUT_MS };
const LAST_LINES = 40;
/** Those of `int` share one Postgres and its connections; those of `faults` need the machine for themselves. */
const WORKERS = {
  unit: '--maxWorkers=100%',
  web: '--maxWorkers=100%',
  int: `--maxWorkers=${Math.min(availableParallelism(), 4)}`,
  faults: '--runInBand',
};

const { values, positionals: patterns } = readOptions(
  'npm test [-- PATTERN...] [--grep TEXT] [--only unit|web|int|faults|e2e]...',
  {
    options: { only: { type: 'string', multiple: true }, grep: { type: 'string' } },
    allowPositionals: true,
  },
);
const grep = values.grep;
const isFiltered = grep !== undefined || patterns.length > 0;
const chosen = new Set(matching(allTestFiles(), patterns).map(stageOf));
const stages = STAGES.filter((stage) => chosen.has(stage) && (values.only?.includes(stage) ?? true));
const unknown = values.only?.filter((name) => !STAGES.some((stage) => stage === name)) ?? [];

/**
 * @param {import('./lib/test-results.mjs').Stage} stage
 * @param {{ files?: string[], reports?: string }} options
 * @returns {Promise<import('./lib/run.mjs').Ended>}
 */
async function runStage(stage, { files = patterns, reports = REPORTS } = {}) {
  if (stage === 'e2e') {
    await ensureAllBuilt();
    const chromium = await obtainChromium();
    const filter = [...(grep ? ['--grep', grep] : []), ...files];
    const args = ['playwright', 'test', '--config', 'frontend/playwright.config.ts', ...filter];
    // Traces help with the few tests that somebody looks into, and cost too much with all of them.
    const traces = filter.length > 0 ? '1' : undefined;
    const env = { PLAYWRIGHT_CHROMIUM: chromium, E2E_REPORTS: reports, E2E_TRACES: traces };
    return run('npx', args, { ...OPTIONS, env });
  }
  // These may start real servers, and those are built ones.
  if (stage === 'int' || stage === 'faults') await ensureAllBuilt();
  const report = reportFile(stage, reports);
  const args = ['jest', '--ci', WORKERS[stage], '--selectProjects', stage, '--json', '--outputFile', report];
  const filter = [
    ...(grep ? ['--testNamePattern', grep] : []),
    ...(files.length > 0 ? ['--testPathPatterns', ...files] : []),
  ];
  return run('npx', [...args, ...filter], OPTIONS);
}

/** @param {import('./lib/test-results.mjs').Stage} stage */
async function endOf(stage) {
  try {
    const ended = await runStage(stage);
    if (ended.timedOut) console.error(`${stage}: ended after ${STAGE_TIMEOUT_MS / 60_000} minutes`);
    return ended;
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    console.error(output);
    return { code: 1, output };
  }
}

/** @param {import('./lib/test-results.mjs').Stage} stage */
async function stageOutcome(stage) {
  const startedAt = performance.now();
  console.log(`\n── ${stage} ──`);
  const ended = await endOf(stage);
  const results = readResults(stage);
  const counted = stageCount(results, ended.code, isFiltered);
  const crash = `failed: the ${stage} stage ended with code ${ended.code} although no test failed. Its last words:`;
  return {
    stage,
    results,
    hasCrashed: hasCrashed(results, ended.code),
    counted,
    failed: hasCrashed(results, ended.code)
      ? [[crash, ...printedLines(ended.output).slice(-LAST_LINES)].join('\n')]
      : failures(results ?? []),
    line: `${stage.padEnd(6)} ${secondsSince(startedAt).padStart(9)}  ${closingLine(counted)}`,
  };
}

/**
 * What failed, once more and alone, beside the first report: one unlucky test in thousands does not hold up the rest,
 * and is not hidden either (decision 0052).
 * @param {Awaited<ReturnType<typeof stageOutcome>>} outcome
 */
async function withSecondChance(outcome) {
  const { stage, results, counted } = outcome;
  const failed = (results ?? []).filter((result) => result.outcome === 'failed');
  if (failed.length === 0) return outcome;
  const reports = path.join(REPORTS, 'second-chance');
  const files = [...new Set(failed.map(({ file }) => path.basename(file)))];
  console.log(`\n── ${stage}, once more: ${files.join(', ')} ──`);
  rmSync(reportFile(stage, reports), { force: true });
  mkdirSync(reports, { recursive: true });
  await runStage(stage, { files, reports });
  const { flaky, stillFailed } = afterSecondChance(failed, readResults(stage, reports) ?? []);
  return {
    ...outcome,
    counted: { ...counted, passed: counted.passed + flaky.length, failed: stillFailed.length },
    failed: [
      ...failures(stillFailed),
      ...failures(flaky).map((text) => text.replace(/^failed/, 'flaky, passed later')),
    ],
  };
}

requireNode();
await main(async () => {
  if (unknown.length > 0) throw new Error(`--only takes ${STAGES.join(', ')}; not ${unknown.join(', ')}.`);
  if (stages.length === 0) throw new Error(`No test file matches ${patterns.join(', ')}.`);
  await ensureInstalled();
  mkdirSync(REPORTS, { recursive: true });
  for (const stage of stages) rmSync(reportFile(stage), { force: true });
  let outcomes = [];
  for (const stage of stages) outcomes.push(await stageOutcome(stage));
  if (process.env['CI'] && deservesSecondChance(outcomes)) {
    const again = [];
    for (const outcome of outcomes) again.push(await withSecondChance(outcome));
    outcomes = again;
  }
  const total = sum(outcomes.map((outcome) => outcome.counted));
  for (const text of outcomes.flatMap((outcome) => outcome.failed)) console.log(`\n${text}`);
  console.log(`\n${outcomes.map((outcome) => outcome.line.replace(/^/, 'stage ')).join('\n')}\n`);
  console.log(closingLine(total));
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});
