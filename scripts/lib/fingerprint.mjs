import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { CACHE, ROOT } from './paths.mjs';

const SKIPPED_FOLDERS = new Set(['node_modules', 'dist', '.git']);
/** Tests are not part of a build. */
const isSpec = (/** @type {string} */ file) => /\.spec\.tsx?$/.test(file);

/**
 * Returns all files below the given files and folders, sorted; missing ones are left out.
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
 * Returns a hash of names and contents. Not of times, because fresh clones and branch switches change them. The version
 * of Node is left out: native packages have one binary for all (Node-API), and builds are the same under each.
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
