// `npm test`: sets itself up, runs every test there is, and closes with one line of counts.
// `-- PATTERN …` runs the files whose paths match, `-- --only unit|web|int|faults|e2e` (may be repeated) some stages,
// `-- --grep TEXT` the tests whose titles match.
import { mkdirSync, rmSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { parseArgs } from 'node:util';
import { obtainChromium } from './lib/chromium.mjs';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { REPORTS } from './lib/paths.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { run, secondsSince } from './lib/run.mjs';
import { allTestFiles, matching, stageOf } from './lib/test-files.mjs';
import {
  STAGES,
  closingLine,
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

const { values, positionals: patterns } = parseArgs({
  options: { only: { type: 'string', multiple: true }, grep: { type: 'string' } },
  allowPositionals: true,
});
const grep = values.grep;
const isFiltered = grep !== undefined || patterns.length > 0;
const chosen = new Set(matching(allTestFiles(), patterns).map(stageOf));
const stages = STAGES.filter((stage) => chosen.has(stage) && (values.only?.includes(stage) ?? true));
const unknown = values.only?.filter((name) => !STAGES.some((stage) => stage === name)) ?? [];

/** @param {import('./lib/test-results.mjs').Stage} stage @returns {Promise<import('./lib/run.mjs').Ended>} */
async function runStage(stage) {
  if (stage === 'e2e') {
    await ensureAllBuilt();
    const chromium = await obtainChromium();
    const filter = [...(grep ? ['--grep', grep] : []), ...patterns];
    const args = ['playwright', 'test', '--config', 'frontend/playwright.config.ts', ...filter];
    return run('npx', args, { ...OPTIONS, env: { PLAYWRIGHT_CHROMIUM: chromium } });
  }
  // These may start real servers, and those are built ones.
  if (stage === 'int' || stage === 'faults') await ensureAllBuilt();
  const args = ['jest', '--ci', WORKERS[stage], '--selectProjects', stage, '--json', '--outputFile', reportFile(stage)];
  const filter = [
    ...(grep ? ['--testNamePattern', grep] : []),
    ...(patterns.length > 0 ? ['--testPathPatterns', ...patterns] : []),
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
    counted,
    failed: hasCrashed(results, ended.code)
      ? [[crash, ...printedLines(ended.output).slice(-LAST_LINES)].join('\n')]
      : failures(results ?? []),
    line: `${stage.padEnd(6)} ${secondsSince(startedAt).padStart(9)}  ${closingLine(counted)}`,
  };
}

requireNode();
await main(async () => {
  if (unknown.length > 0) throw new Error(`--only takes ${STAGES.join(', ')}; not ${unknown.join(', ')}.`);
  if (stages.length === 0) throw new Error(`No test file matches ${patterns.join(', ')}.`);
  await ensureInstalled();
  mkdirSync(REPORTS, { recursive: true });
  for (const stage of stages) rmSync(reportFile(stage), { force: true });
  const outcomes = [];
  for (const stage of stages) outcomes.push(await stageOutcome(stage));
  const total = sum(outcomes.map((outcome) => outcome.counted));
  for (const text of outcomes.flatMap((outcome) => outcome.failed)) console.log(`\n${text}`);
  console.log(`\n${outcomes.map((outcome) => outcome.line.replace(/^/, 'stage ')).join('\n')}\n`);
  console.log(closingLine(total));
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});
