import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, ROOT } from './paths.mjs';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', '.git']);
/** Tests are no part of what is built. */
const isSpec = (/** @type {string} */ file) => /\.spec\.tsx?$/.test(file);

/**
 * Every file below the given files and folders, sorted; what does not exist is left out.
 * @param {string[]} places relative to `root`
 * @param {string} root
 * @returns {string[]} relative to `root`
 */
export function filesBelow(places, root = ROOT) {
  const files = places.flatMap((place) => {
    const full = path.join(root, place);
    if (!existsSync(full)) return [];
    if (statSync(full).isFile()) return [place];
    return readdirSync(full, { withFileTypes: true })
      .filter((entry) => !SKIPPED_FOLDERS.has(entry.name))
      .flatMap((entry) => filesBelow([path.join(place, entry.name)], root));
  });
  return files.filter((file) => !isSpec(file)).sort();
}

/**
 * A hash of names and contents. Contents, not times: a fresh clone and a changed branch both have new times. The version of
 * Node does not count: native packages have one binary for all (Node-API), and a build comes out the same under each.
 * @param {string[]} places
 * @param {string} root
 */
export function fingerprint(places, root = ROOT) {
  const hash = createHash('sha256');
  for (const file of filesBelow(places, root)) {
    hash.update(`\0${file}\0`).update(readFileSync(path.join(root, file)));
  }
  return hash.digest('hex');
}

/** @param {string} name @param {string} folder */
const stampFile = (name, folder) => path.join(folder, `${name}.stamp`);

/** @param {string} name @param {string} folder @returns {string | null} */
export function readStamp(name, folder = CACHE) {
  const file = stampFile(name, folder);
  return existsSync(file) ? readFileSync(file, 'utf8') : null;
}

/** @param {string} name @param {string} value @param {string} folder */
export function writeStamp(name, value, folder = CACHE) {
  mkdirSync(folder, { recursive: true });
  writeFileSync(stampFile(name, folder), value);
}
