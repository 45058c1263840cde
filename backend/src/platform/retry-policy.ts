export interface Delays {
  firstDelayMs: number;
  maxDelayMs: number;
}

export interface RetryPolicy extends Delays {
  /** Deliveries of one batch before the subscription gives up. */
  attempts: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 8, firstDelayMs: 100, maxDelayMs: 5000 };

/** Doubles with each failure; `failures` counts from 1. */
export const retryDelay = ({ firstDelayMs, maxDelayMs }: Delays, failures: number): number =>
  Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1));
