import { types } from 'node:util';

/** Also for errors of Node itself, which are of another realm than ours in some hosts (a test runner's sandbox). */
export const isError = (thrown: unknown): thrown is Error => thrown instanceof Error || types.isNativeError(thrown);

/** JavaScript can throw anything; callers of ours get an Error. */
export const toError = (thrown: unknown): Error =>
  isError(thrown) ? thrown : new Error(String(thrown), { cause: thrown });
