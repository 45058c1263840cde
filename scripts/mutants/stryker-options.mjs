import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import { inRoot } from '../lib/paths.mjs';
import { allTestFiles, matching, stageOf } from '../lib/test-files.mjs';

/** What tests neither read nor run. */
const LEFT_OUT = ['reports', 'screenshots', 'frontend/e2e', 'docker', 'dist', '.storyreel', '.git'];

/**
 * Texts are not mutated: those that code compares are types, which the compiler checks, and of messages to people the
 * tests ask for the words that matter.
 */
const NOT_MUTATED = ['StringLiteral'];

/** The test files of an area. @param {import('./areas.mjs').Area} area */
const testFilesOf = ({ stage, tests }) => matching(allTestFiles(), tests).filter((file) => stageOf(file) === stage);

/**
 * A hash of an area's tests. To Stryker they are one file that never changes, so whoever keeps results has to know.
 * @param {import('./areas.mjs').Area} area
 */
export function hashOfTests(area) {
  const hash = createHash('sha256');
  for (const file of testFilesOf(area)) hash.update(`\0${file}\0`).update(readFileSync(inRoot(file)));
  return hash.digest('hex');
}

/**
 * Options of Stryker for one area.
 * @param {import('./areas.mjs').Area} area
 * @param {string} folder for what is found @param {string} temporary where the mutated copies go
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
          // Stryker reads its own state from an environment that is new for each mutant.
          testEnvironment: 'node',
        }),
        // What is below is searched anew for each mutant; modules are found elsewhere as well.
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
    // Runs once when a file is loaded, so that every test would have to load it anew.
    ignoreStatic: true,
    concurrency: 1,
    // A busy machine is no mutant that goes on for ever.
    timeoutMS: 30_000,
    incremental: true,
    incrementalFile: path.join(folder, 'incremental.json'),
    tempDirName: path.join(temporary, 'storyreel-mutants'),
    reporters: ['html', 'json', 'clear-text', 'progress-append-only'],
    // Jest keeps a little of each run.
    maxTestRunnerReuse: 200,
    clearTextReporter: { reportTests: false, allowColor: false, reportScoreTable: false },
    htmlReporter: { fileName: path.join(folder, 'mutants.html') },
    jsonReporter: { fileName: path.join(folder, 'mutants.json') },
    allowEmpty: true,
  };
}
