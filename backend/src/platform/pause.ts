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
