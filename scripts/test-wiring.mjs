// `npm run test:wiring`: plants faults in the wiring of parts, one after the other, in a copy of the sources, and runs
// the tests that have to notice; `-- --only TEXT` takes those whose names contain the text. Faults that no test notices
// are listed, and the exit code is 1.
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { closingLine } from './lib/test-results.mjs';
import { tryMutants } from './mutants/try-mutants.mjs';
import { WIRING_MUTANTS } from './mutants/wiring-mutants.mjs';

const { values } = readOptions('npm run test:wiring [-- --only TEXT]', { options: { only: { type: 'string' } } });
const mutants = WIRING_MUTANTS.filter(({ name }) => name.includes(values.only ?? ''));

requireNode();
await main(async () => {
  if (mutants.length === 0) throw new Error(`No fault's name contains '${values.only}'.`);
  await ensureInstalled();
  await ensureAllBuilt();
  const survivors = await tryMutants(mutants);
  console.log(`\n${mutants.length} faults, ${survivors.length} not noticed`);
  console.log(closingLine({ passed: mutants.length - survivors.length, failed: survivors.length, skipped: 0 }));
  if (survivors.length > 0) process.exitCode = 1;
});
