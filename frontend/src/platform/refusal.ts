import type { ErrorCode } from '@storyreel/contracts';
import { createStore } from './store';

export interface Refusal {
  code: ErrorCode | undefined;
  /** An address of the application. */
  link: string;
}

/** The newest refusal that something can be done about, until it is seen to. What was refused tells of it in its own way. */
export const refusal = createStore<Refusal | null>(null);
