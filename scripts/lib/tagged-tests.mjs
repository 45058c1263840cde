import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { idsIn } from './requirements.mjs';
import { allTestFiles } from './test-files.mjs';

/** @typedef {{ file: string, line: number, title: string, ids: string[] }} TaggedTest a test that claims requirements */

/** The cases that the server and the front end's fake are both asked: their titles are those of tests on both sides. */
const CASES = 'contracts/testing/cases';

/** What opens a call or follows `title:` and is a string: `it('…`, `])('…`, `title: '…`, or alone on its line. */
const TITLE = /(?:\(|\btitle:|^)\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/gm;

/**
 * The tests in one file's text whose titles carry ids of requirements.
 * @param {string} file @param {string} text
 * @returns {TaggedTest[]}
 */
export function taggedIn(file, text) {
  return [...text.matchAll(TITLE)].flatMap((found) => {
    const title = (found[2] ?? '').replace(/\\(.)/g, '$1');
    const ids = idsIn(title);
    const line = text.slice(0, found.index + found[0].length).split('\n').length;
    return ids.length > 0 ? [{ file, line, title, ids }] : [];
  });
}

/** All tests of this project that claim a requirement, as their sources have them. @returns {TaggedTest[]} */
export function taggedTests() {
  const cases = readdirSync(inRoot(CASES))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join(CASES, name));
  return [...new Set([...allTestFiles(), ...cases])]
    .sort()
    .flatMap((file) => taggedIn(file, readFileSync(inRoot(file), 'utf8')));
}

/** The files of the tests that carry an id, each once. @param {TaggedTest[]} tests @param {string} id */
export const filesFor = (tests, id) => [
  ...new Set(tests.filter((test) => test.ids.includes(id)).map(({ file }) => file)),
];
