import { SubscriptionFailed, type Position, type StoredEvent, type SubscribeOptions } from '../event-store';
import { toError } from '../../to-error';
import type { Pause } from '../../pause';
import { retryDelay, type RetryPolicy } from '../../retry-policy';

export interface Batch {
  events: StoredEvent[];
  checkpoint: Position;
}

/**
 * Gives the handler a batch until it takes it.
 * @returns false when the subscription was stopped before that
 * @throws SubscriptionFailed after the policy's number of attempts
 */
export async function deliver(
  { events, checkpoint }: Batch,
  handler: Pick<SubscribeOptions, 'onBatch' | 'onDropped'>,
  policy: RetryPolicy,
  retryPause: Pause,
  isStopped: () => boolean,
): Promise<boolean> {
  for (let failures = 0; !isStopped();) {
    try {
      await handler.onBatch(events, checkpoint);
      return true;
    } catch (thrown) {
      const error = toError(thrown);
      failures += 1;
      if (failures >= policy.attempts) {
        const where = events.length > 0 ? `${events.length} events up to ${checkpoint}` : `checkpoint ${checkpoint}`;
        throw new SubscriptionFailed(`gave up after ${failures} attempts on ${where}: ${error.message}`, {
          cause: error,
        });
      }
      const delayMs = retryDelay(policy, failures);
      handler.onDropped?.(error, delayMs);
      await retryPause.for(delayMs);
    }
  }
  return false;
}
