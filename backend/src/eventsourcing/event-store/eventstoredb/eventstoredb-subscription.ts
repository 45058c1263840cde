import type { AllStreamResolvedEvent, EventStoreDBClient } from '@eventstore/db-client';
import { jsonSize } from '../../../lib/memory-size';
import { matches } from '../event-store';
import type { Position, StoredEvent, SubscribeOptions, Subscription } from '../event-store';
import { deliver, type Batch } from '../subscription';
import { Pause } from '../../../lib/time';
import { retryDelay, type RetryPolicy } from '../../../lib/retry';
import { positionOf, toEsdbPosition, toStoredEvent, toStoreError } from './mapping';

const DEFAULT_BATCH = 500;
/** Size limit of a batch in bytes of JSON, including filtered events; the last event may exceed it. */
const BATCH_BYTES = 4 * 1024 * 1024;

/** Time to keep reading through a run of system events, so that one checkpoint covers all of them. */
const QUIET_MS = 20;

/**
 * Resubscribes after a lost connection, from the last handled checkpoint; the client does not do so by itself. All
 * filtering happens here, including that of system events. A filtering server reports skipped events only once in 32,
 * so the checkpoint would stop short of the log's end, and code that waits until a view has passed the head would wait
 * forever.
 */
export class EventStoreDbSubscription implements Subscription {
  readonly closed: Promise<void>;
  private readonly retryPause = new Pause();
  private readonly news = new Pause();
  private stopped = false;
  private place: Position | 'start' | 'end';
  private failures = 0;

  constructor(
    private readonly client: EventStoreDBClient,
    private readonly options: SubscribeOptions,
    private readonly retry: RetryPolicy,
    private readonly reconnect: RetryPolicy,
  ) {
    this.place = options.from;
    this.closed = this.run();
    // Users of `closed` still see a rejection; without any users, it must not crash the process.
    this.closed.catch(() => undefined);
  }

  async stop(): Promise<void> {
    this.stopped = true;
    this.news.end();
    this.retryPause.end();
    await this.closed.catch(() => undefined);
  }

  private async run(): Promise<void> {
    while (!this.stopped) {
      const lost = await this.follow();
      if (this.stopped) return;
      this.failures += 1;
      const delayMs = retryDelay(this.reconnect, this.failures);
      this.options.onDropped?.(lost, delayMs);
      await this.retryPause.for(delayMs);
    }
  }

  /** Reads until the connection is lost and returns that error. @throws SubscriptionFailed */
  private async follow(): Promise<Error> {
    const source = this.client.subscribeToAll({ fromPosition: toEsdbPosition(this.place) });
    let lost: Error | null = null;
    const lose = (error: Error) => {
      lost ??= toStoreError(error, '$all');
      this.news.wake();
    };
    source.on('error', lose);
    source.on('end', () => lose(new Error('the subscription ended')));
    source.on('close', () => lose(new Error('the subscription was closed')));
    source.on('caughtUp', () => this.options.onCaughtUp?.());
    source.on('fellBehind', () => this.options.onFellBehind?.());
    source.on('readable', () => this.news.wake());
    try {
      while (!lost && !this.stopped) {
        const batch = await this.nextBatch(() => source.read() as AllStreamResolvedEvent | null);
        if (!batch) await this.news.for();
        else if (await deliver(batch, this.options, this.retry, this.retryPause, () => this.stopped)) {
          this.place = batch.checkpoint;
          this.failures = 0;
        }
      }
    } finally {
      // Drains unread events; otherwise the client never counts the call as ended.
      source.resume();
      await source.unsubscribe();
    }
    return lost ?? new Error('stopped');
  }

  /**
   * Returns the events received so far, or null. A batch that would consist of system events only also gets the events
   * that follow immediately.
   */
  private async nextBatch(read: () => AllStreamResolvedEvent | null): Promise<Batch | null> {
    const { filter, batchSize = DEFAULT_BATCH } = this.options;
    const events: StoredEvent[] = [];
    let checkpoint: Position | null = null;
    let bytes = 0;
    let isSystemAlone = true;
    const until = performance.now() + QUIET_MS;
    while (events.length < batchSize && bytes < BATCH_BYTES) {
      const resolved = read();
      if (!resolved) {
        const left = until - performance.now();
        if (this.stopped || checkpoint === null || !isSystemAlone || left <= 0) break;
        await this.news.for(left);
        continue;
      }
      checkpoint = positionOf(resolved);
      const event = toStoredEvent(resolved);
      if (!event) continue;
      isSystemAlone = false;
      bytes += jsonSize(event.data);
      if (!filter || matches(filter, event)) events.push(event);
    }
    return checkpoint && { events, checkpoint };
  }
}
