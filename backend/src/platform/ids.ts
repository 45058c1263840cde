import { randomUUID } from 'node:crypto';
import { v5 } from 'uuid';

/** Randomness is injected, so that tests decide it. */
export interface Ids {
  next(): string;
}
export const IDS = Symbol('Ids');
export const randomIds: Ids = { next: () => randomUUID() };

const NAMESPACE = '8f0d2b0e-6a51-4d0c-9d3e-0d6a5b1f7c11';

/** The same parts always give the same UUID: how a repeated command or job finds what it did the first time. */
export const derivedId = (...parts: (string | number)[]): string => v5(JSON.stringify(parts), NAMESPACE);
