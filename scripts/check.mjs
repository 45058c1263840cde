// `npm run check`: runs all checks of a build server except tests. `-- --only types|lint|rules|format|unused` runs one
// check.
import os from 'node:os';
import { main } from './lib/main.mjs';
import { requireNode } from './lib/node-version.mjs';
import { readOptions } from './lib/options.mjs';
import { ensureInstalled } from './lib/prepare.mjs';
import { run, secondsSince } from './lib/run.mjs';

const SOURCES = [
  'backend/src',
  'backend/ffmpeg/src',
  'backend/sandbox/src',
  'contracts/src',
  'contracts/testing',
  'frontend/src',
  'frontend/e2e',
  'scripts',
];
/** The slowest first, so that the others run beside it. */
const CHECKS = [
  { name: 'lint', command: ['eslint', '.', '--max-warnings', '0'] },
  // Single-threaded: beside the other checks this takes half the processor time and half the memory, since types are
  // read once.
  { name: 'types', command: ['tsc', '--build', '--singleThreaded', '--pretty', 'false'] },
  { name: 'format', command: ['prettier', '--check', '--log-level', 'warn', '.'] },
  { name: 'unused', command: ['knip', '--no-progress'] },
  { name: 'rules', command: ['depcruise', '--config', '.dependency-cruiser.cjs', ...SOURCES] },
];

const { values } = readOptions('npm run check [-- --only NAME]...', {
  options: { only: { type: 'string', multiple: true } },
});
const chosen = CHECKS.filter(({ name }) => !values.only || values.only.includes(name));

/** @param {(typeof CHECKS)[number]} check */
async function perform({ name, command }) {
  const startedAt = performance.now();
  const { code, output } = await run('npx', ['--no-install', ...command], { capture: true, env: { FORCE_COLOR: '0' } });
  console.log(`${code === 0 ? '✔' : '✘'} ${name.padEnd(7)} ${secondsSince(startedAt).padStart(8)}`);
  if (code !== 0) console.log(`${output.trim().replaceAll(/^/gm, '    ')}\n`);
  return code === 0;
}

requireNode();
await main(async () => {
  if (chosen.length === 0) throw new Error(`--only takes ${CHECKS.map(({ name }) => name).join(', ')}.`);
  await ensureInstalled();
  const queue = [...chosen];
  /** @type {string[]} */
  const failed = [];
  const worker = async () => {
    for (let check = queue.shift(); check; check = queue.shift()) {
      if (!(await perform(check))) failed.push(check.name);
    }
  };
  await Promise.all(Array.from({ length: Math.min(4, os.availableParallelism()) }, worker));
  if (failed.length > 0) throw new Error(`Failed: ${failed.join(', ')}`);
});
