import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Not there or not ours to run: either way no program for us.
    return false;
  }
}

/**
 * The first of some programs that is on the PATH, by its whole path, or null.
 * @param {string[]} names
 * @param {Record<string, string | undefined>} env
 */
export function programOnPath(names, env = process.env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable) ?? null;
}
