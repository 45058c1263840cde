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

/** @param {string} copy @param {Pick<import('./wiring-mutants.mjs').Mutant, 'stage' | 'tests' | 'isReplay'>} of */
async function runTests(copy, { stage, tests, isReplay = false }) {
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
  // The first run, without a fault, writes the log that the others replay.
  const env = isReplay ? { RECORDED_LOG: path.join(copy, 'recorded-log.json') } : {};
  const { code, output } = await run('npx', args, { cwd: copy, capture: true, env });
  if (output.includes('No tests found')) throw new Error(`No ${stage} test matches ${tests.join(', ')}.`);
  return { passed: code === 0, output };
}

/**
 * Runs a mutant's tests on the code without the mutant.
 * @param {string} copy @param {import('./wiring-mutants.mjs').Mutant} mutant
 */
async function runWhole(copy, mutant) {
  const { passed, output } = await runTests(copy, mutant);
  if (!passed) throw new Error(`${mutant.tests.join(', ')} fail without any fault:\n${output}`);
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
    const replay = mutants.find(({ isReplay }) => isReplay);
    if (replay) await runWhole(copy, replay);
    for (const [at, mutant] of mutants.entries()) {
      const changes = [mutant, ...(mutant.also ?? [])];
      for (const change of changes) {
        writeFileSync(path.join(copy, change.file), mutated({ ...change, name: mutant.name }, ROOT));
      }
      const { passed, output } = await runTests(copy, mutant);
      for (const { file } of changes) cpSync(inRoot(file), path.join(copy, file));
      const unsaid = mutant.says?.filter((words) => !output.includes(words)) ?? [];
      const survived = passed || unsaid.length > 0;
      if (!passed && survived) console.log(`The tests failed, but did not say ${unsaid.join(', ')}:\n${output}`);
      if (survived) survivors.push(mutant.name);
      console.log(`${survived ? 'SURVIVED' : 'noticed '}  ${at + 1}/${mutants.length}  ${mutant.name}`);
    }
    const whole = new Map(mutants.map((mutant) => [`${mutant.stage} ${mutant.tests.join(' ')}`, mutant]));
    for (const mutant of whole.values()) await runWhole(copy, mutant);
  } finally {
    rmSync(copy, { recursive: true, force: true });
  }
  return survivors;
}
