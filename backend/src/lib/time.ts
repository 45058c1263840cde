/** Time is injected, so that tests decide it. */
export interface Clock {
  now(): Date;
}
export const CLOCK = Symbol('Clock');
export const systemClock: Clock = { now: () => new Date() };

/** Waits that can be cut short: by a signal that something happened, or for good. */
export class Pause {
  private wakeUp: (() => void) | null = null;
  private ended = false;

  /** Resolves after the time, or on the next `wake`. Without a time, only then. */
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

  /** From now on nothing waits any more. */
  end(): void {
    this.ended = true;
    this.wake();
  }
}

/** What the work answers within the time; late work goes on unheard. @throws what it throws, or the error for being late */
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
