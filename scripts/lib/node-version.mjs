import { readFileSync } from 'node:fs';
import { inRoot } from './paths.mjs';

/** @param {string} version */
const numbers = (version) =>
  version
    .replace(/^[^\d]*/, '')
    .split('.')
    .map(Number);

/**
 * Returns a message if this Node is too old, else null.
 * @param {string} version such as 'v20.19.0'
 * @param {string} range such as '>=20.19'; this project uses no other form
 */
export function nodeVersionProblem(version, range) {
  const have = numbers(version);
  const want = numbers(range);
  const firstDifference = want
    .map((wanted, place) => (have[place] ?? 0) - wanted)
    .find((difference) => difference !== 0);
  if (firstDifference === undefined || firstDifference > 0) return null;
  return `Storyreel needs Node.js ${want.join('.')} or newer, and this is ${version}. Get one from https://nodejs.org`;
}

/** Ends the process with a message if this Node is older than package.json requires. */
export function requireNode() {
  const { engines } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
  const problem = nodeVersionProblem(process.version, engines.node);
  if (!problem) return;
  console.error(problem);
  process.exit(1);
}
