import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { inRoot, ROOT } from '../lib/paths.mjs';
import { run } from '../lib/run.mjs';
import { mutated } from './apply-mutant.mjs';

/** Shorter than in a whole run, because some faults make a test wait forever. */
const TEST_TIMEOUT_MS = 20_000;
/** Files that tests read; packages are linked, everything else is left out. */
const COPIED = [
  'backend',
  'contracts',
  'frontend',
  'scripts',
  'docs',
  'jest.config.mjs',
  'package.json',
  'tsconfig.base.json',
  '.swcrc',
];
const LEFT_OUT = new Set(['node_modules', '.storyreel']);

/** @param {string} copy */
function copySources(copy) {
  for (const name of COPIED) {
    cpSync(inRoot(name), path.join(copy, name), {
      recursive: true,
      filter: (source) => !LEFT_OUT.has(path.basename(source)),
    });
  }
  for (const folder of ['.', 'backend', 'contracts', 'frontend']) {
    const packages = path.join(ROOT, folder, 'node_modules');
    if (existsSync(packages)) symlinkSync(packages, path.join(copy, folder, 'node_modules'));
  }
}

/** @param {string} copy @param {string} stage @param {string[]} tests */
async function runTests(copy, stage, tests) {
  const args = [
    'jest',
    '--ci',
    '--bail',
    `--testTimeout=${TEST_TIMEOUT_MS}`,
    '--selectProjects',
    stage,
    '--testPathPatterns',
    ...tests,
  ];
  const { code, output } = await run('npx', args, { cwd: copy, capture: true });
  if (output.includes('No tests found')) throw new Error(`No ${stage} test matches ${tests.join(', ')}.`);
  return { passed: code === 0, output };
}

/**
 * Plants faults one after the other in a copy of the sources, and runs the tests that have to notice each. A fault
 * counts as noticed only if the same tests pass without it.
 * @param {import('./wiring-mutants.mjs').Mutant[]} mutants
 * @returns {Promise<string[]>} names of the faults that no test noticed
 */
export async function tryMutants(mutants) {
  const copy = mkdtempSync(path.join(os.tmpdir(), 'storyreel-mutants-'));
  const survivors = [];
  try {
    copySources(copy);
    for (const [at, mutant] of mutants.entries()) {
      const file = path.join(copy, mutant.file);
      writeFileSync(file, mutated(mutant, ROOT));
      const { passed: survived } = await runTests(copy, mutant.stage, mutant.tests);
      cpSync(inRoot(mutant.file), file);
      if (survived) survivors.push(mutant.name);
      console.log(`${survived ? 'SURVIVED' : 'noticed '}  ${at + 1}/${mutants.length}  ${mutant.name}`);
    }
    const whole = new Map(mutants.map(({ stage, tests }) => [`${stage} ${tests.join(' ')}`, { stage, tests }]));
    for (const { stage, tests } of whole.values()) {
      const { passed, output } = await runTests(copy, stage, tests);
      if (!passed) throw new Error(`${tests.join(', ')} fail without any fault:\n${output}`);
    }
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return survivors;
}
