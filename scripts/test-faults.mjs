// `npm run test:faults`: runs all fault scenarios with every random variant (FAULT_DRAW=all), which takes about half an
// hour; `npm test` kills a server and its Postgres a few times and hangs a leader once. `-- --seed N` repeats the
// moments of an earlier run, `-- --only TEXT` (repeatable) runs the files whose names contain the text.
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { runJest } from './lib/run-jest.mjs';

const FOLDER = 'backend/src/testing/faults/';

const { values } = readOptions('npm run test:faults [-- --seed N] [--only TEXT]...', {
  options: { seed: { type: 'string' }, only: { type: 'string', multiple: true } },
});
const seed = values.seed ?? String(Date.now() % 1_000_000);
const patterns = values.only?.map((name) => `${FOLDER}.*${name}`) ?? [FOLDER];

requireNode();
await main(async () => {
  if (!/^\d+$/.test(seed)) throw new Error(`--seed takes a whole number, not '${seed}'.`);
  await ensureInstalled();
  await ensureAllBuilt();
  console.log(`FAULT_SEED=${seed}`);
  await runJest('all-faults', ['--selectProjects', 'faults', '--testPathPatterns', ...patterns], {
    FAULT_DRAW: 'all',
    FAULT_SEED: seed,
  });
});
