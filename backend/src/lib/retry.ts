import { setTimeout as delay } from 'node:timers/promises';
import { toError } from './errors';

export interface Delays {
  firstDelayMs: number;
  maxDelayMs: number;
}

export interface RetryPolicy extends Delays {
  /** Number of deliveries of one batch before the subscription gives up. */
  attempts: number;
}

export const defaultRetryPolicy: RetryPolicy = { attempts: 8, firstDelayMs: 100, maxDelayMs: 5000 };

/** Returns a delay that doubles with each failure; `failures` counts from 1. */
export const retryDelay = ({ firstDelayMs, maxDelayMs }: Delays, failures: number): number =>
  Math.min(maxDelayMs, firstDelayMs * 2 ** (failures - 1));

/** Resolves after the time, or as soon as the signal is aborted. */
export type Pause = (ms: number, signal: AbortSignal) => Promise<void>;

/** Waits without keeping the process alive. */
export const pause: Pause = (ms, signal) => delay(ms, undefined, { ref: false, signal }).catch(() => undefined);

export interface Repetition {
  /** Maximum number of attempts; absent: unlimited. */
  tries?: number;
  /** Backoff between attempts. */
  delays: Delays;
  /** Stops the repetition after the current attempt. */
  signal: AbortSignal;
  pause: Pause;
  /** Called with the error of each failed attempt. */
  onError: (error: Error) => void;
}

/** Retries work until it succeeds. @returns null on success, else the last error */
export async function repeat(
  work: () => Promise<void>,
  { tries = Infinity, delays, signal, onError, ...waits }: Repetition,
): Promise<Error | null> {
  for (let failures = 1; ; failures++) {
    try {
      await work();
      return null;
    } catch (thrown) {
      const error = toError(thrown);
      onError(error);
      if (failures >= tries || signal.aborted) return error;
      await waits.pause(retryDelay(delays, failures), signal);
    }
  }
}
