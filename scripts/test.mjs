// `npm test`: installs missing packages, runs the tests that prove the requirements, and ends with one line of counts
// (`npm run test:all` runs the longer ones too). `-- PATTERN …` runs the files whose paths match, `-- --only
// unit|web|int|faults|e2e` (repeatable) some stages, `-- --grep TEXT` the tests whose titles match; `-- --slowest N`
// lists the slowest files and tests. On a build server (CI) a few failed tests get a second chance, and are listed as
// flaky if they pass then.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { REPORTS } from './lib/paths.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { getReadyFor, runStage } from './lib/run-stage.mjs';
import { allTestFiles, matching, stageOf } from './lib/test-files.mjs';
import { planFor, STAGE_TIMEOUT_MS } from './lib/test-plan.mjs';
import { howMany, slowest, stageTable } from './lib/test-report.mjs';
import {
  STAGES,
  afterSecondChance,
  closingLine,
  deservesSecondChance,
  failures,
  hasCrashed,
  printedLines,
  readFileTimes,
  readResults,
  reportFile,
  stageCount,
  sum,
} from './lib/test-results.mjs';

const LAST_LINES = 40;
const startedAt = performance.now();
/** @param {number} since */
const secondsSince = (since) => (performance.now() - since) / 1000;

const { values, positionals: patterns } = readOptions(
  'npm test [-- PATTERN...] [--grep TEXT] [--only unit|web|int|faults|e2e]... [--slowest N]',
  {
    options: {
      only: { type: 'string', multiple: true },
      grep: { type: 'string' },
      slowest: { type: 'string' },
    },
    allowPositionals: true,
  },
);
const grep = values.grep;
const isFiltered = grep !== undefined || patterns.length > 0;
const chosen = new Set(matching(allTestFiles(), patterns).map(stageOf));
const stages = STAGES.filter((stage) => chosen.has(stage) && (values.only?.includes(stage) ?? true));
const unknown = values.only?.filter((name) => !STAGES.some((stage) => stage === name)) ?? [];

/** @typedef {import('./lib/test-results.mjs').Stage} Stage */

/** @param {Stage} stage @param {boolean} isAlone */
async function endOf(stage, isAlone) {
  try {
    const ended = await runStage(stage, { files: patterns, grep, isAlone });
    if (ended.timedOut) console.error(`${stage}: ended after ${STAGE_TIMEOUT_MS / 60_000} minutes`);
    return ended;
  } catch (error) {
    const output = error instanceof Error ? error.message : String(error);
    console.error(output);
    return { code: 1, output };
  }
}

/** @param {Stage} stage @param {boolean} isAlone */
async function stageOutcome(stage, isAlone) {
  const stageStartedAt = performance.now();
  console.log(`\n── ${stage} ──`);
  const ended = await endOf(stage, isAlone);
  const results = readResults(stage);
  const crash = `failed: the ${stage} stage ended with code ${ended.code} although no test failed. Its last words:`;
  const outcome = {
    stage,
    results,
    hasCrashed: hasCrashed(results, ended.code),
    counted: stageCount(results, ended.code, isFiltered),
    secondChances: 0,
    failed: hasCrashed(results, ended.code)
      ? [[crash, ...printedLines(ended.output).slice(-LAST_LINES)].join('\n')]
      : failures(results ?? []),
    seconds: secondsSince(stageStartedAt),
  };
  if (!isAlone) console.log(`\n── ${stage} has ended: ${closingLine(outcome.counted)} ──\n`);
  return outcome;
}

/** @typedef {Awaited<ReturnType<typeof stageOutcome>>} Outcome */

/** Runs the stages as planned. @param {Stage[][][]} plan */
async function runPlan(plan) {
  /** @type {Outcome[]} */
  const outcomes = [];
  for (const lanes of plan) {
    let lanesLeft = lanes.length;
    const runLane = async (/** @type {Stage[]} */ lane) => {
      for (const stage of lane) outcomes.push(await stageOutcome(stage, lanesLeft === 1));
      lanesLeft -= 1;
    };
    await Promise.all(lanes.map(runLane));
  }
  return outcomes.sort((one, other) => STAGES.indexOf(one.stage) - STAGES.indexOf(other.stage));
}

/**
 * Runs the failed files once more, alone, with a second report: one unlucky test in thousands must not block the rest,
 * but is not hidden either (decision 0027).
 * @param {Outcome} outcome
 * @returns {Promise<Outcome>}
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
  await runStage(stage, { files, grep, reports });
  const { flaky, stillFailed } = afterSecondChance(failed, readResults(stage, reports) ?? []);
  return {
    ...outcome,
    secondChances: failed.length,
    counted: { ...counted, passed: counted.passed + flaky.length, failed: stillFailed.length },
    failed: [
      ...failures(stillFailed),
      ...failures(flaky).map((text) => text.replace(/^failed/, 'flaky, passed later')),
    ],
  };
}

/** Prints the slowest files, then tests, of all stages that ran. @param {Outcome[]} outcomes @param {number} most */
function printSlowest(outcomes, most) {
  const files = outcomes.flatMap(({ stage }) =>
    readFileTimes(stage).map(({ file, seconds }) => ({ stage, what: file, seconds })),
  );
  const tests = outcomes.flatMap(({ stage, results }) =>
    (results ?? []).map(({ title, seconds }) => ({ stage, what: title, seconds })),
  );
  console.log(`\n${slowest('file', files, most)}\n\n${slowest('test', tests, most)}`);
}

requireNode();
await main(async () => {
  const mostSlow = howMany('slowest', values.slowest);
  if (unknown.length > 0) throw new Error(`--only takes ${STAGES.join(', ')}; not ${unknown.join(', ')}.`);
  if (stages.length === 0)
    throw new Error(
      `No test file matches ${patterns.join(', ')}. Long tests and more fault scenarios: npm run test:long and npm run test:faults, each -- --only TEXT`,
    );
  await ensureInstalled();
  mkdirSync(REPORTS, { recursive: true });
  for (const stage of stages) rmSync(reportFile(stage), { force: true });
  getReadyFor(stages);
  let outcomes = await runPlan(planFor(stages));
  if (process.env['CI'] && deservesSecondChance(outcomes)) {
    const again = [];
    for (const outcome of outcomes) again.push(await withSecondChance(outcome));
    outcomes = again;
  }
  const total = sum(outcomes.map((outcome) => outcome.counted));
  for (const text of outcomes.flatMap((outcome) => outcome.failed)) console.log(`\n${text}`);
  if (mostSlow > 0) printSlowest(outcomes, mostSlow);
  console.log(`\n${stageTable(outcomes, secondsSince(startedAt))}\n`);
  console.log(closingLine(total));
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});
