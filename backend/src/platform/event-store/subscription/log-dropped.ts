import { SubscriberTooSlow } from '../event-store';

export interface DropLog {
  warn(error: unknown, message: string): void;
  error(error: unknown, message: string): void;
}

/** Tells that a subscription was lost and begins again. That it was too slow for its server is no fault. */
export function logDropped(log: DropLog, who: string, error: Error, retryInMs: number): void {
  const level = error instanceof SubscriberTooSlow ? 'warn' : 'error';
  log[level](error, `${who} dropped; again in ${retryInMs} ms.`);
}
