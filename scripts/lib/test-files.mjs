import { readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';

/**
 * Maps the tests of a folder and suffix to the stage that runs them, like jest.config.mjs. Files `.faults.spec.ts`,
 * `.long.spec.ts` and `.long.e2e.ts` belong to no stage of `npm test`: only `npm run test:faults` and `npm run
 * test:long` run them.
 * @type {{ stage: import('./test-results.mjs').Stage, pattern: RegExp }[]}
 */
const PLACES = [
  { stage: 'unit', pattern: /^(backend|contracts|scripts)\/.*\.unit\.spec\.ts$/ },
  { stage: 'unit', pattern: /^frontend\/src\/[^/]+\.unit\.spec\.tsx$/ },
  { stage: 'unit', pattern: /^frontend\/src\/.+\/.*\.unit\.spec\.ts$/ },
  { stage: 'web', pattern: /^frontend\/src\/.+\/.*\.unit\.spec\.tsx$/ },
  { stage: 'faults', pattern: /^backend\/src\/testing\/faults\/.*\.int\.spec\.ts$/ },
  { stage: 'int', pattern: /^backend\/src\/.*\.(int|api)\.spec\.ts$/ },
  { stage: 'e2e', pattern: /^frontend\/e2e\/.*(?<!\.long)\.e2e\.ts$/ },
];
const FOLDERS = [
  'backend/src',
  'backend/ffmpeg/src',
  'backend/sandbox/src',
  'contracts/src',
  'contracts/testing',
  'scripts',
  'frontend/src',
  'frontend/e2e',
];

/**
 * Returns the stage that runs a file, or null if it is not a test. @param {string} file relative to the top folder,
 * with slashes
 */
export const stageOf = (file) => PLACES.find(({ pattern }) => pattern.test(file))?.stage ?? null;

const allFiles = () =>
  FOLDERS.flatMap((folder) =>
    readdirSync(inRoot(folder), { recursive: true, encoding: 'utf8' }).map(
      (name) => `${folder}/${name.split(path.sep).join('/')}`,
    ),
  );

/** Returns the paths of all tests of `npm test`, relative to the top folder. */
export const allTestFiles = () => allFiles().filter((file) => stageOf(file) !== null);

/** Returns the paths of the tests that only `npm run test:long` runs. */
export const longTestFiles = () => allFiles().filter((file) => /\.long\.(spec|e2e)\.ts$/.test(file));

/**
 * Returns the files whose paths match one of the patterns, which are regular expressions like Jest's; all without a
 * pattern.
 * @param {string[]} files @param {string[]} patterns
 */
export function matching(files, patterns) {
  const expressions = patterns.map((pattern) => new RegExp(pattern, 'i'));
  return expressions.length === 0 ? files : files.filter((file) => expressions.some((found) => found.test(file)));
}
