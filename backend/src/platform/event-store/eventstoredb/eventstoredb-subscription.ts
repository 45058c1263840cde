import { excludeSystemEvents, type AllStreamResolvedEvent, type EventStoreDBClient } from '@eventstore/db-client';
import { jsonSize } from '../../json-size';
import type { Position, StoredEvent, SubscribeOptions, Subscription } from '../event-store';
import { deliver, type Batch } from '../subscription/deliver';
import { matches } from '../subscription/event-filter';
import { Pause } from '../../pause';
import { retryDelay, type RetryPolicy } from '../../retry-policy';
import { toEsdbPosition, toPortPosition } from './position';
import { toStoredEvent } from './recorded-event';
import { toStoreError } from './store-error';

const DEFAULT_BATCH = 500;
/** Of a batch's events as JSON, those included that the filter leaves out; the last one may go over it. */
const BATCH_BYTES = 4 * 1024 * 1024;

/**
 * The client does not subscribe again by itself after a loss; this does, from the last checkpoint handled.
 * The filter is applied here: the server's would move the checkpoint only every 32 events, and who waits for a view
 * to pass a position would wait as long.
 */
export class EventStoreDbSubscription implements Subscription {
  readonly closed: Promise<void>;
  private readonly retryPause = new Pause();
  private readonly news = new Pause();
  private stopped = false;
  private place: Position | 'start' | 'end';
  private failures = 0;

  constructor(
    private readonly client: () => EventStoreDBClient,
    private readonly options: SubscribeOptions,
    private readonly retry: RetryPolicy,
    private readonly reconnect: RetryPolicy,
  ) {
    this.place = options.from;
    this.closed = this.run();
    // A rejection stays visible to whoever looks at `closed`, and does not end the process when nobody does.
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

  /** Until the connection is lost, which is what it returns. @throws SubscriptionFailed */
  private async follow(): Promise<Error> {
    // Told of by the server between events that come later, so it holds once the events before it are handled.
    let passed: Position | null = null;
    const filter = excludeSystemEvents({
      checkpointInterval: 1,
      checkpointReached: (_subscription, position) => {
        passed = toPortPosition(position);
        this.news.wake();
      },
    });
    const source = this.client().subscribeToAll({ fromPosition: toEsdbPosition(this.place), filter });
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
        const batch = this.nextBatch(() => source.read() as AllStreamResolvedEvent | null, passed);
        if (!batch) await this.news.for();
        else if (await deliver(batch, this.options, this.retry, this.retryPause, () => this.stopped)) {
          this.place = batch.checkpoint;
          this.failures = 0;
        }
      }
    } finally {
      // What nobody reads any more has to flow off, or the client never counts the call as over.
      source.resume();
      await source.unsubscribe();
    }
    return lost ?? new Error('stopped');
  }

  private nextBatch(read: () => AllStreamResolvedEvent | null, passed: Position | null): Batch | null {
    const { filter, batchSize = DEFAULT_BATCH } = this.options;
    const events: StoredEvent[] = [];
    let checkpoint: Position | null = null;
    let bytes = 0;
    const isFull = () => events.length >= batchSize || bytes >= BATCH_BYTES;
    for (let resolved = read(); resolved; resolved = isFull() ? null : read()) {
      const event = toStoredEvent(resolved);
      if (!event) continue;
      checkpoint = event.position;
      bytes += jsonSize(event.data);
      if (!filter || matches(filter, event)) events.push(event);
    }
    if (checkpoint) return { events, checkpoint };
    const isNews = passed !== null && (this.place === 'start' || this.place === 'end' || passed > this.place);
    return isNews && passed ? { events, checkpoint: passed } : null;
  }
}
