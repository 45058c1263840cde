import { isDeepStrictEqual } from 'node:util';

/** The wanted values that differ from the current ones; null when none does. */
export function changesOf<T extends object>(current: T, wanted: Partial<T>): Partial<T> | null {
  const changes: Partial<T> = {};
  for (const key of Object.keys(wanted) as (keyof T)[]) {
    if (wanted[key] !== undefined && !isDeepStrictEqual(wanted[key], current[key])) changes[key] = wanted[key];
  }
  return Object.keys(changes).length > 0 ? changes : null;
}
