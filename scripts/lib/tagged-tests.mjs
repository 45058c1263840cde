import { readFileSync, readdirSync } from 'node:fs';
import path from 'node:path';
import { inRoot } from './paths.mjs';
import { idsIn } from './requirements.mjs';
import { allTestFiles } from './test-files.mjs';

/**
 * @typedef {{ file: string, line: number, title: string, ids: string[] }} TaggedTest a test that claims requirements
 */

/** Cases that run against both the server and the front end's fake: each title is a test on both sides. */
const CASES = 'contracts/testing/cases';

/** Matches a string that opens a call, follows `title:` or begins a line: `it('…`, `])('…`, `title: '…`. */
const TITLE = /(?:\(|\btitle:|^)\s*(['"`])((?:\\.|(?!\1)[^\\\n])*)\1/gm;

/**
 * Returns the tests in a file's text whose titles have requirement ids.
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

/** Returns all tests that claim a requirement, read from the sources. @returns {TaggedTest[]} */
export function taggedTests() {
  const cases = readdirSync(inRoot(CASES))
    .filter((name) => name.endsWith('.ts'))
    .map((name) => path.posix.join(CASES, name));
  return [...new Set([...allTestFiles(), ...cases])]
    .sort()
    .flatMap((file) => taggedIn(file, readFileSync(inRoot(file), 'utf8')));
}

/** Returns the files with tests that have this id, each once. @param {TaggedTest[]} tests @param {string} id */
export const filesFor = (tests, id) => [
  ...new Set(tests.filter((test) => test.ids.includes(id)).map(({ file }) => file)),
];
