import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { TemporaryDomainError } from './domain-error';

/** Runs so many pieces of work at a time. The others begin in the order in which they came. */
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
      // Whoever is next takes the place over.
      if (next) next();
      else this.busy -= 1;
    }
  }
}

/** Runs tasks of one key one after the other, tasks of different keys side by side. */
export class KeyedMutex {
  private readonly tails = new Map<string, Promise<unknown>>();

  run<T>(key: string, task: () => Promise<T>): Promise<T> {
    const before = this.tails.get(key);
    const result = before ? before.then(task, task) : task();
    // The tail only tells that the task is over; its failure belongs to whoever asked for it.
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

/** As `work`, done once for all who ask while it is under way, and for so long after it succeeded. */
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

/** Runs a few tasks at once and lets some more wait; whoever comes after that is told at once when to try again. */
export function createBulkhead({ atOnce, waiting }: Places, message: string, retryAfterSeconds: number) {
  const places = bulkhead(atOnce, waiting);
  /** @throws TemporaryDomainError when too many wait already, or what the task throws */
  return async <T>(task: () => Promise<T>): Promise<T> => {
    try {
      return await places.execute(task);
    } catch (error) {
      if (!(error instanceof BulkheadRejectedError)) throw error;
      throw new TemporaryDomainError('unavailable', message, retryAfterSeconds);
    }
  };
}
