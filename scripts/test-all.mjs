// `npm run test:all`: runs `npm test` and everything that takes longer, one part after the other, for hours; before a
// release, and before work counts as done. Continues after a failed part, and ends with one table of all. `-- --only
// PART` (repeatable) runs some parts, `-- --from PART` continues with one, `-- --mutants` also mutates the code of
// every area.
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { run } from './lib/run.mjs';
import { table } from './lib/table.mjs';
import { PARTS, partEnd, partsFor } from './lib/test-parts.mjs';
import { closingLine, sum } from './lib/test-results.mjs';

/** A part that takes longer is hanging. The mutants of all areas take the longest. */
const PART_TIMEOUT_MS = 8 * 3_600_000;

const { values } = readOptions('npm run test:all [-- --only PART]... [--from PART] [--mutants]', {
  options: {
    only: { type: 'string', multiple: true },
    from: { type: 'string' },
    mutants: { type: 'boolean' },
  },
});

/** @param {import('./lib/test-parts.mjs').Part} part */
async function runPart({ name, script, args = [], env = {} }) {
  console.log(`\n══ ${name}: npm run ${[script, ...(args.length > 0 ? ['--', ...args] : [])].join(' ')} ══\n`);
  const startedAt = performance.now();
  const rest = args.length > 0 ? ['--', ...args] : [];
  const ended = await run('npm', ['run', script, ...rest], { env, overhear: true, timeoutMs: PART_TIMEOUT_MS });
  return { name, seconds: (performance.now() - startedAt) / 1000, ...partEnd(ended) };
}

requireNode();
await main(async () => {
  const parts = partsFor(values);
  /** @type {Awaited<ReturnType<typeof runPart>>[]} */
  const ends = [];
  for (const part of parts) ends.push(await runPart(part));
  const rows = PARTS.map(({ name, only }) => {
    const end = ends.find((each) => each.name === name);
    if (!end) return [name, '–', '–', '–', only ? `not asked for: ${only}` : 'not asked for'];
    return [name, end.seconds.toFixed(0), String(end.passed), String(end.failed), end.note];
  });
  console.log(`\n${table(['part', 'seconds', 'passed', 'failed', 'note'], rows, ['part', 'note'])}\n`);
  const total = sum(ends.map(({ passed, failed }) => ({ passed, failed, skipped: 0 })));
  console.log(closingLine(total));
  if (total.failed > 0 || total.passed === 0) process.exitCode = 1;
});
