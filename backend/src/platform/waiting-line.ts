import { bulkhead, BulkheadRejectedError } from 'cockatiel';
import { TemporaryDomainError } from './domain/domain-error';

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
