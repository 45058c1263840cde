import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../lib/paths.mjs';
import { allTestFiles, matching, stageOf } from '../lib/test-files.mjs';

/** Folders that tests neither read nor run. */
const LEFT_OUT = ['reports', 'screenshots', 'frontend/e2e', 'docker', 'dist', '.storyreel', '.git'];

/**
 * Strings are not mutated: the compiler checks strings that code compares, since these are types, and tests check the
 * relevant words of messages to users.
 */
const NOT_MUTATED = ['StringLiteral'];

/** Returns an area's test files. @param {import('./areas.mjs').Area} area */
const testFilesOf = ({ stage, tests }) => matching(allTestFiles(), tests).filter((file) => stageOf(file) === stage);

/**
 * Returns a hash of an area's tests. Stryker sees only one test file that never changes, so the caller must drop its
 * results when the hash changes.
 * @param {import('./areas.mjs').Area} area
 */
export function hashOfTests(area) {
  const hash = createHash('sha256');
  for (const file of testFilesOf(area)) hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

/**
 * Returns Stryker's options for one area.
 * @param {import('./areas.mjs').Area} area
 * @param {string} folder for the results @param {string} temporary for the mutated copies
 * @returns {Promise<ConstructorParameters<typeof import('@stryker-mutator/core').Stryker>[0]>}
 */
export async function optionsOf(area, folder, temporary) {
  const { stage, mutate } = area;
  /** @type {{ default: { projects: Record<string, unknown>[] } }} */
  const jestConfig = await import(pathToFileURL(inRoot('jest.config.mjs')).href);
  const project = jestConfig.default.projects.find(({ displayName }) => displayName === stage);
  if (project === undefined) throw new Error(`Jest has no stage ${stage}.`);
  return {
    testRunner: 'jest',
    plugins: ['@stryker-mutator/jest-runner'],
    jest: {
      configFile: 'jest.config.mjs',
      config: {
        ...project,
        projects: [],
        ...(stage === 'unit' && {
          runtime: '<rootDir>/scripts/mutants/shared-runtime.cjs',
          // Stryker needs a fresh environment for each mutant, from which it reads its own state.
          testEnvironment: 'node',
        }),
        // A small folder, because Jest searches it again for each mutant; modules are resolved outside of it as well.
        roots: ['<rootDir>/scripts/mutants'],
        testMatch: ['<rootDir>/scripts/mutants/all-tests.cjs'],
        globals: { MUTANT_TESTS: testFilesOf(area) },
      },
      enableFindRelatedTests: false,
    },
    mutate: [...mutate, '!**/*.spec.ts', '!**/*.module.ts'],
    ignorePatterns: LEFT_OUT,
    mutator: { excludedMutations: NOT_MUTATED },
    coverageAnalysis: 'perTest',
    // Static code runs once when a file loads, so a mutant in it would need a reload for every test.
    ignoreStatic: true,
    concurrency: 1,
    // Long, so that a busy machine is not mistaken for an endless loop.
    timeoutMS: 30_000,
    incremental: true,
    incrementalFile: path.join(folder, 'incremental.json'),
    tempDirName: path.join(temporary, 'storyreel-mutants'),
    reporters: ['html', 'json', 'clear-text', 'progress-append-only'],
    // Jest leaks a little memory with each run.
    maxTestRunnerReuse: 200,
    clearTextReporter: { reportTests: false, allowColor: false, reportScoreTable: false },
    htmlReporter: { fileName: path.join(folder, 'mutants.html') },
    jsonReporter: { fileName: path.join(folder, 'mutants.json') },
    allowEmpty: true,
  };
}
