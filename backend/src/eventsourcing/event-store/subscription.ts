import { toError } from '../../lib/errors';
import { retryDelay } from '../../lib/retry';
import type { RetryPolicy } from '../../lib/retry';
import type { Pause } from '../../lib/time';
import { SubscriberTooSlow, SubscriptionFailed } from './event-store';
import type { Position, StoredEvent, SubscribeOptions } from './event-store';

export interface Batch {
  events: StoredEvent[];
  checkpoint: Position;
}

/**
 * Delivers a batch to the handler until it succeeds.
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

export interface DropLog {
  warn(error: unknown, message: string): void;
  error(error: unknown, message: string): void;
}

/**
 * Logs that a subscription was lost and will be resumed; a warning if it was too slow for its server, otherwise an
 * error.
 */
export function logDropped(log: DropLog, who: string, error: Error, retryInMs: number): void {
  const level = error instanceof SubscriberTooSlow ? 'warn' : 'error';
  log[level](error, `${who} dropped; again in ${retryInMs} ms.`);
}
