import { createHash } from 'node:crypto';
import { canonicalJson } from './canonical-json';

/** Tells whether an idempotency key came with the same request again, in whatever order its fields were sent. */
export const requestHash = (...parts: unknown[]): string =>
  createHash('sha256').update(canonicalJson(parts)).digest('hex').slice(0, 32);
