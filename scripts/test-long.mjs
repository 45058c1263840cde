// `npm run test:long`: runs the tests that prove no row of the requirements and take long: rare conditions such as logs of
// other releases, the largest stories, full disks and several nodes (`.long.spec.ts`), then journeys that repeat others at
// more widths, themes and failures (`.long.e2e.ts`). `-- --only TEXT` (repeatable) runs the files whose paths contain the
// text.
import { mkdirSync, rmSync } from 'node:fs';
import path from 'node:path';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { REPORTS } from './lib/paths.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { runStage } from './lib/run-stage.mjs';
import { longTestFiles } from './lib/test-files.mjs';
import { closingLine, printFailures, reportFile, sum } from './lib/test-results.mjs';

const { values } = readOptions('npm run test:long [-- --only TEXT]...', {
  options: { only: { type: 'string', multiple: true } },
});

const REPORTS_OF_LONG = path.join(REPORTS, 'long');
/** @type {import('./lib/test-results.mjs').Stage[]} */
const STAGES_OF_LONG = ['int', 'e2e'];

requireNode();
await main(async () => {
  const files = longTestFiles().filter((file) => values.only?.some((text) => file.includes(text)) ?? true);
  if (files.length === 0) throw new Error(`No long test's path contains ${values.only?.join(' or ')}.`);
  await ensureInstalled();
  mkdirSync(REPORTS_OF_LONG, { recursive: true });
  const counts = [];
  for (const stage of STAGES_OF_LONG) {
    const own = files.filter((file) => file.endsWith('.e2e.ts') === (stage === 'e2e'));
    if (own.length === 0) continue;
    rmSync(reportFile(stage, REPORTS_OF_LONG), { force: true });
    const { code } = await runStage(stage, { files: values.only ? own : [], reports: REPORTS_OF_LONG, isLong: true });
    counts.push(printFailures(stage, code, REPORTS_OF_LONG));
  }
  const total = sum(counts);
  console.log(`\n${closingLine(total)}`);
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});
