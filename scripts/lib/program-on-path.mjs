import { accessSync, constants } from 'node:fs';
import path from 'node:path';

/** @param {string} file */
export function isExecutable(file) {
  try {
    accessSync(file, constants.X_OK);
    return true;
  } catch {
    // Missing or not executable: either way unusable.
    return false;
  }
}

/**
 * Returns the absolute path of the first of these programs on the PATH, or null.
 * @param {string[]} names
 * @param {Record<string, string | undefined>} env
 */
export function programOnPath(names, env = process.env) {
  const folders = (env.PATH ?? '').split(path.delimiter).filter(Boolean);
  return names.flatMap((name) => folders.map((folder) => path.join(folder, name))).find(isExecutable) ?? null;
}
