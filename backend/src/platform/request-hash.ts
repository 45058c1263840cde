import { createHash } from 'node:crypto';

/** Tells whether an idempotency key came with the same request again. */
export const requestHash = (...parts: unknown[]): string =>
  createHash('sha256').update(JSON.stringify(parts)).digest('hex').slice(0, 32);
