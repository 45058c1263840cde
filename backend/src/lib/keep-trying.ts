import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from './time';
import type { Clock } from './time';

/** The start cannot go on. Its message is the one sentence that is printed: what is wrong and what to do about it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface KeepTryingOptions {
  /** How long after the first attempt another one may begin. */
  forMs: number;
  /** From the end of an attempt to the next one. */
  everyMs: number;
  clock?: Clock;
  /** Resolves after so many milliseconds. */
  wait?: (ms: number) => Promise<unknown>;
  /** An attempt has failed and there will be another one. */
  onRetry: (error: StartError, secondsLeft: number) => void;
}

export const oneMinute = { forMs: 60_000, everyMs: 3_000 } as const;

/**
 * Repeats an attempt while it fails with a StartError: what is not there yet may come, since containers start in any
 * order.
 * @throws the last StartError when the time is over, and anything else at once
 */
export async function keepTrying<T>(attempt: () => Promise<T>, options: KeepTryingOptions): Promise<T> {
  const { forMs, everyMs, clock = systemClock, wait = pause, onRetry } = options;
  const end = clock.now().getTime() + forMs;
  for (;;) {
    try {
      return await attempt();
    } catch (error) {
      const left = end - clock.now().getTime();
      if (!(error instanceof StartError) || left < everyMs) throw error;
      onRetry(error, Math.ceil(left / 1000));
    }
    await wait(everyMs);
  }
}
