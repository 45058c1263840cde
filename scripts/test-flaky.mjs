// `npm run test:flaky -- PATTERN …`: finds flaky tests. Runs the files with matching paths repeatedly, in random order,
// on a machine that is kept busy; `--times N` (20), `--only unit|web|int|faults` for one stage, `--seed N` starts with
// the order of an earlier run. Reports how many runs failed, and the seed of each order.
import { spawn } from 'node:child_process';
import { availableParallelism } from 'node:os';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { run } from './lib/run.mjs';
import { STAGES } from './lib/test-results.mjs';

const JEST_STAGES = STAGES.filter((stage) => stage !== 'e2e');

const { values, positionals: patterns } = readOptions(
  'npm run test:flaky -- PATTERN... [--times N] [--only STAGE] [--seed N]',
  {
    options: {
      times: { type: 'string', default: '20' },
      only: { type: 'string' },
      seed: { type: 'string', default: String(Date.now() % 1_000_000) },
    },
    allowPositionals: true,
  },
);
const times = Number(values.times);
const firstSeed = Number(values.seed);

/** Keeps one core busy until it is killed or its parent has ended. */
const BUSY = 'const parent = process.ppid; while (process.ppid === parent);';
const keepBusy = () => spawn(process.execPath, ['-e', BUSY], { stdio: 'ignore' });

/** @param {number} seed @returns {Promise<boolean>} true if all tests passed */
async function passes(seed) {
  const stages = values.only ? [values.only] : JEST_STAGES;
  const args = ['jest', '--ci', '--maxWorkers=2', '--randomize', `--seed=${seed}`, '--selectProjects', ...stages];
  const { code, output } = await run('npx', [...args, '--testPathPatterns', ...patterns], { capture: true });
  console.log(`${code === 0 ? 'passed' : 'FAILED'}  --seed ${seed}`);
  if (code !== 0) console.log(output);
  return code === 0;
}

requireNode();
await main(async () => {
  if (patterns.length === 0) throw new Error('Say which files, by any part of their paths.');
  if (!Number.isInteger(times) || times < 1) throw new Error(`--times takes a whole number, not '${values.times}'.`);
  if (!Number.isInteger(firstSeed)) throw new Error(`--seed takes a whole number, not '${values.seed}'.`);
  if (values.only && !JEST_STAGES.some((stage) => stage === values.only)) {
    throw new Error(`--only takes ${JEST_STAGES.join(', ')}; not ${values.only}.`);
  }
  await ensureInstalled();
  await ensureAllBuilt();
  const busy = Array.from({ length: availableParallelism() }, keepBusy);
  let failed = 0;
  try {
    for (let at = 0; at < times; at++) if (!(await passes(firstSeed + at))) failed += 1;
  } finally {
    for (const child of busy) child.kill('SIGKILL');
  }
  console.log(`\n${times} runs, ${failed} failed`);
  if (failed > 0) process.exitCode = 1;
});
