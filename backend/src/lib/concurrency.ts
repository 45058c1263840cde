import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { TemporaryDomainError } from './domain-error';

/** Limits how many pieces of work run at a time. The others start in order of arrival. */
export class Semaphore {
  private readonly waiting: (() => void)[] = [];
  private busy = 0;

  constructor(private readonly places: number) {}

  async run<T>(work: () => Promise<T>): Promise<T> {
    if (this.busy < this.places) this.busy += 1;
    else await new Promise<void>((begin) => this.waiting.push(begin));
    try {
      return await work();
    } finally {
      const next = this.waiting.shift();
      // The next waiter takes over the slot.
      if (next) next();
      else this.busy -= 1;
    }
  }
}

/** Runs tasks of one key one after the other, tasks of different keys concurrently. */
export class KeyedMutex {
  private readonly tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key);
    const result = before ? before.then(task, task) : task();
    // The tail only signals that the task has ended; the task's failure is reported to its caller.
    const tail = result.then(
      () => undefined,
      () => undefined,
    );
    this.tails.set(key, tail);
    void tail.then(() => {
      if (this.tails.get(key) === tail) this.tails.delete(key);
    });
    return result;
  }
}

/** Coalesces calls: concurrent callers share one run of `work`, and its result is reused for `ms` after success. */
export function coalesce<T>(ms: number, work: () => Promise<T>): () => Promise<T> {
  let current: Promise<T> | null = null;
  let freshUntil = Infinity;
  return () => {
    if (current && performance.now() < freshUntil) return current;
    const mine = work();
    current = mine;
    freshUntil = Infinity;
    mine.then(
      () => (freshUntil = performance.now() + ms),
      () => (current = null),
    );
    return mine;
  };
}

interface Places {
  atOnce: number;
  waiting: number;
}

/**
 * Creates a bulkhead: a few tasks run at once and some more wait; any further task is rejected at once, with a time to
 * retry after.
 */
export function createBulkhead({ atOnce, waiting }: Places, message: string, retryAfterSeconds: number) {
  const places = bulkhead(atOnce, waiting);
  /** @throws TemporaryDomainError when too many tasks are waiting, or the task's own error */
  return async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await places.execute(task);
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error;
      throw new TemporaryDomainError('unavailable', message, retryAfterSeconds);
    }
  };
}
