import { setTimeout as pause } from 'node:timers/promises';
import { systemClock } from './time';
import type { Clock } from './time';

/** Ends the start of the program. Its message is the one sentence that is printed: what is wrong and how to fix it. */
export class StartError extends Error {
  override readonly name = 'StartError';
}

export interface KeepTryingOptions {
  /** Milliseconds after the first attempt within which another attempt may begin. */
  forMs: number;
  /** Pause between attempts. */
  everyMs: number;
  clock?: Clock;
  /** Resolves after this many milliseconds; injected by tests. */
  wait?: (ms: number) => Promise<unknown>;
  /** Called after a failed attempt that will be repeated. */
  onRetry: (error: StartError, secondsLeft: number) => void;
}

export const oneMinute = { forMs: 60_000, everyMs: 3_000 } as const;

/**
 * Repeats an attempt while it fails with a StartError: containers start in any order, so dependencies may become
 * available later.
 * @throws the last StartError when the time is over, and any other error at once
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
