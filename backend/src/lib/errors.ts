import { types } from 'node:util';

/** Also for errors of Node itself, which are of another realm than ours in some hosts (a test runner's sandbox). */
export const isError = (thrown: unknown): thrown is Error => thrown instanceof Error || types.isNativeError(thrown);

/** JavaScript can throw anything; callers of ours get an Error. */
export const toError = (thrown: unknown): Error =>
  isError(thrown) ? thrown : new Error(String(thrown), { cause: thrown });

/** Whether a file or folder was asked for that is not there. */
export const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** For `catch`: takes a file or folder that is not there as this instead, and throws whatever else went wrong. */
export const ifMissing =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (isMissingFile(error)) return instead;
    throw error;
  };

/**
 * For `catch`: an error of the system that names no file, such as that of a full disk, gets the name that its reader knows.
 */
export const namedPath =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof Error || (typeof error === 'object' && error !== null)) {
      const known = error as { code?: unknown; path?: unknown };
      if (typeof known.code === 'string' && known.path === undefined) known.path = path;
    }
    throw error;
  };
