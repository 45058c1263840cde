// `npm run test:planted`: plants bugs that a ledger must not have, and changes that a replay has to name, one after the
// other, in a copy of the sources, and runs the test that has to catch each; `-- --only TEXT` takes those whose names
// contain the text. The exit code is 1 when one survives.
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { closingLine } from './lib/test-results.mjs';
import { PLANTED_BUGS } from './mutants/planted-bugs.mjs';
import { PLANTED_REPLAYS } from './mutants/planted-replays.mjs';
import { tryMutants } from './mutants/try-mutants.mjs';

const { values } = readOptions('npm run test:planted [-- --only TEXT]', { options: { only: { type: 'string' } } });
const bugs = [...PLANTED_BUGS, ...PLANTED_REPLAYS].filter(({ name }) => name.includes(values.only ?? ''));

requireNode();
await main(async () => {
  if (bugs.length === 0) throw new Error(`No bug's name contains '${values.only}'.`);
  await ensureInstalled();
  await ensureAllBuilt();
  const survivors = await tryMutants(bugs);
  console.log(`\n${bugs.length} bugs, ${survivors.length} not caught`);
  console.log(closingLine({ passed: bugs.length - survivors.length, failed: survivors.length, skipped: 0 }));
  if (survivors.length > 0) process.exitCode = 1;
});
