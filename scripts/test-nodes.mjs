// `npm run test:nodes`: runs the unit and int stages of `npm test` under every supported version of Node. A missing one
// is fetched from the npm registry once. `-- --only 24` (repeatable) takes some of the versions, `-- PATTERN …` the
// files whose paths match. The last lines are one per version, an empty one, and the sum 'N passed, N failed', with ',
// N versions not run' if some could not be fetched. The exit code is 0 when all ran and passed, 1 when a test failed,
// and 3 when none failed but a version could not be run.
import path from 'node:path';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { obtainNode, SUPPORTED } from './lib/nodes.mjs';
import { readOptions } from './lib/options.mjs';
import { inRoot, REPORTS } from './lib/paths.mjs';
import { ensureAllBuilt, ensureInstalled } from './lib/prepare.mjs';
import { run, secondsSince } from './lib/run.mjs';
import { closingLine, countsIn, sum } from './lib/test-results.mjs';

const NOT_RUN = 3;
const STAGES = ['unit', 'int'];

const { values, positionals: patterns } = readOptions('npm run test:nodes [-- PATTERN...] [--only 22|24|26]...', {
  options: { only: { type: 'string', multiple: true } },
  allowPositionals: true,
});

/**
 * Runs the stages under one version.
 * @param {string} major
 */
async function outcomeOf(major) {
  const startedAt = performance.now();
  console.log(`\n══ Node ${major} ══`);
  let node;
  try {
    node = await obtainNode(major);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { isRun: false, counted: sum([]), line: `node ${major.padEnd(9)} not run. ${reason}` };
  }
  // Makes programs that the tests start by name use this Node too.
  const PATH = [path.dirname(node.file), process.env.PATH].join(path.delimiter);
  const env = { PATH, STORYREEL_REPORTS: path.join(REPORTS, 'nodes', major) };
  const only = STAGES.flatMap((stage) => ['--only', stage]);
  const { code, output } = await run(node.file, [inRoot('scripts/test.mjs'), ...only, ...patterns], {
    env,
    overhear: true,
  });
  const counted = countsIn(output) ?? sum([]);
  // A run with a bad exit code but no counted failure has crashed.
  if (code !== 0 && counted.failed === 0) counted.failed = 1;
  const name = node.version.slice(1).padEnd(9);
  return { isRun: true, counted, line: `node ${name} ${secondsSince(startedAt).padStart(9)}  ${closingLine(counted)}` };
}

requireNode();
await main(async () => {
  const unknown = values.only?.find((major) => !SUPPORTED.includes(major));
  if (unknown !== undefined) throw new Error(`--only takes ${SUPPORTED.join(', ')}, not '${unknown}'.`);
  await ensureInstalled();
  await ensureAllBuilt();
  const outcomes = [];
  for (const major of SUPPORTED) if (values.only?.includes(major) ?? true) outcomes.push(await outcomeOf(major));
  const total = sum(outcomes.map(({ counted }) => counted));
  const left = outcomes.filter(({ isRun }) => !isRun).length;
  console.log(`\n${outcomes.map(({ line }) => line).join('\n')}\n`);
  const missing = left === 0 ? '' : `, ${left} ${left === 1 ? 'version' : 'versions'} not run`;
  console.log(`${closingLine(total)}${missing}`);
  if (total.failed > 0) process.exitCode = 1;
  else if (left > 0) process.exitCode = NOT_RUN;
});
