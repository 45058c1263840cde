import { types } from 'node:util';

/**
 * Tells whether a thrown value is an Error. `instanceof` alone would miss Node's own errors, which come from another
 * realm in some hosts (a test runner's sandbox).
 */
export const isError = (thrown: unknown): thrown is Error => thrown instanceof Error || types.isNativeError(thrown);

/** Returns the thrown value as an Error, since JavaScript can throw anything. */
export const toError = (thrown: unknown): Error =>
  isError(thrown) ? thrown : new Error(String(thrown), { cause: thrown });

/** True if the error is a missing file or folder. */
export const isMissingFile = (error: unknown): boolean => (error as NodeJS.ErrnoException).code === 'ENOENT';

/** For `catch`: returns a substitute for a missing file or folder, and rethrows any other error. */
export const ifMissing =
  <Instead>(instead: Instead) =>
  (error: unknown): Instead => {
    if (isMissingFile(error)) return instead;
    throw error;
  };

/** For `catch`: adds a path to a system error without one, such as that of a full disk, and rethrows it. */
export const namedPath =
  (path: string) =>
  (error: unknown): never => {
    if (error instanceof Error || (typeof error === 'object' && error !== null)) {
      const known = error as { code?: unknown; path?: unknown };
      if (typeof known.code === 'string' && known.path === undefined) known.path = path;
    }
    throw error;
  };
