import { timingSafeEqual } from 'node:crypto';

/** Whether two secrets are the same, in a time that does not tell where they differ. Their lengths are none. */
export const isSameSecret = (given: Buffer, expected: Buffer): boolean =>
  given.length === expected.length && timingSafeEqual(given, expected);
