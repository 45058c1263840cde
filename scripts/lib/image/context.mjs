import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import dockerignore from '@balena/dockerignore';
import { ROOT } from '../paths.mjs';

/**
 * Returns the files of the build context: the whole folder except what .dockerignore excludes.
 * @param {string} [root]
 * @returns {string[]} relative to `root`, sorted
 */
export function filesInContext(root = ROOT) {
  const lines = readFileSync(path.join(root, '.dockerignore'), 'utf8').split('\n').filter(Boolean);
  const ignored = dockerignore().add(lines);
  const exceptions = lines.filter((line) => line.startsWith('!')).map((line) => line.slice(1));
  /** True if no file in the folder can be in the context; walking through all packages would take seconds. */
  const isShut = (/** @type {string} */ folder) =>
    ignored.ignores(folder) && !exceptions.some((exception) => exception.startsWith(`${folder}/`));
  /** @param {string} folder @returns {string[]} */
  const below = (folder) =>
    readdirSync(path.join(root, folder), { withFileTypes: true }).flatMap((entry) => {
      const name = path.posix.join(folder, entry.name);
      if (entry.isDirectory()) return isShut(name) ? [] : below(name);
      return ignored.ignores(name) ? [] : [name];
    });
  return below('').sort();
}
