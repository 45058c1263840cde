/** Source of time, injected so that tests control it. */
export abstract class Clock {
  abstract now(): Date;
}
export const systemClock: Clock = { now: () => new Date() };

export const DAY_MS = 24 * 60 * 60 * 1_000;
export const daysBefore = (now: Date, days: number): Date => new Date(now.getTime() - days * DAY_MS);

/** Interruptible waits. `wake` ends the current wait; `end` ends the current and all later ones. */
export class Pause {
  private wakeUp: (() => void) | null = null;
  private ended = false;

  /** Resolves after the time, or earlier on `wake`. Without a time, resolves only on `wake`. */
  async for(ms?: number): Promise<void> {
    if (this.ended) return;
    let timer: NodeJS.Timeout | undefined;
    await new Promise<void>((resolve) => {
      this.wakeUp = resolve;
      if (ms !== undefined) timer = setTimeout(resolve, ms);
    });
    clearTimeout(timer);
    this.wakeUp = null;
  }

  wake(): void {
    this.wakeUp?.();
  }

  /** Ends the current wait; later ones return at once. */
  end(): void {
    this.ended = true;
    this.wake();
  }
}

/**
 * Returns the work's result if the work ends in time. Late work continues, but its result is ignored.
 * @throws the work's error, or the `late` error
 */
export async function withTimeout<T>(ms: number, work: Promise<T>, late: () => Error): Promise<T> {
  let timer: NodeJS.Timeout | undefined;
  const end = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(late()), ms);
  });
  try {
    return await Promise.race([work, end]);
  } finally {
    clearTimeout(timer);
  }
}
