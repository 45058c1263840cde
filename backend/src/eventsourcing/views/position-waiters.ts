import type { Position } from '../event-store/event-store';

interface Waiter {
  position: Position;
  done(reached: boolean): void;
}

/** Lets callers wait until the views have passed a position. */
export class PositionWaiters {
  private readonly waiting = new Set<Waiter>();
  private reached: Position | null = null;

  /** Resolves to true when the position is passed in time; to false on timeout. */
  wait(position: Position, timeoutMs: number): Promise<boolean> {
    if (this.hasReached(position)) return Promise.resolve(true);
    return new Promise((resolve) => {
      const waiter: Waiter = {
        position,
        done: (reached) => {
          clearTimeout(timer);
          this.waiting.delete(waiter);
          resolve(reached);
        },
      };
      const timer = setTimeout(() => waiter.done(false), timeoutMs);
      this.waiting.add(waiter);
    });
  }

  advance(position: Position): void {
    if (this.reached !== null && position <= this.reached) return;
    this.reached = position;
    for (const waiter of this.waiting) if (waiter.position <= position) waiter.done(true);
  }

  hasReached(position: Position): boolean {
    return this.reached !== null && position <= this.reached;
  }
}
