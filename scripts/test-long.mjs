// `npm run test:long`: runs the slow tests of rare conditions, such as logs of other releases, the largest stories,
// hostile films, silent databases and several nodes: the files `.long.spec.ts`. `-- --only TEXT` (repeatable) runs the
// files whose paths contain the text.
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { runJest } from './lib/run-jest.mjs';

const { values } = readOptions('npm run test:long [-- --only TEXT]...', {
  options: { only: { type: 'string', multiple: true } },
});

requireNode();
await main(async () => {
  await ensureInstalled();
  await ensureAllBuilt();
  const patterns = values.only ? ['--testPathPatterns', ...values.only] : [];
  await runJest('all-long', ['--selectProjects', 'long', ...patterns]);
});
