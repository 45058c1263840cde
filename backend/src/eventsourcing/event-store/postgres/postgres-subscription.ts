import { fromPosition, matches, StoreUnavailable, toPosition } from '../event-store';
import type { StoredEvent, SubscribeOptions, Subscription } from '../event-store';
import { deliver, type Batch } from '../subscription';
import { Pause } from '../../../lib/time';
import { retryDelay, type RetryPolicy } from '../../../lib/retry';
import { toError } from '../../../lib/errors';
import { PageSize, toStoredEvent } from './log-reader';
import type { LogReader } from './log-reader';
import type { HeadTracker, HeadWatcher } from './head-tracker';
import type { RecentEvents } from './recent-events';

export interface SubscriptionParts {
  reader: LogReader;
  head: HeadTracker;
  recent: RecentEvents;
  /** Retry policy for a batch whose handler throws. */
  retry: RetryPolicy;
  /** Retry policy for reads from the database; its limit of attempts does not apply. */
  reconnect: RetryPolicy;
}

const DEFAULT_BATCH = 500;

/** Follows the log. This process's own appends come from memory, all other events from the table. */
export class PostgresSubscription implements Subscription {
  readonly closed: Promise<void>;
  private readonly news = new Pause();
  private readonly retryPause = new Pause();
  private readonly batchSize: number;
  private readonly size: PageSize;
  private readonly watcher: HeadWatcher;
  private stopped = false;

  constructor(
    private readonly options: SubscribeOptions,
    private readonly parts: SubscriptionParts,
  ) {
    this.batchSize = options.batchSize ?? DEFAULT_BATCH;
    this.size = new PageSize(this.batchSize);
    const onDropped = options.onDropped?.bind(options);
    this.watcher = { onAdvanced: () => this.news.wake(), ...(onDropped && { onDropped }) };
    this.closed = this.run().finally(() => parts.head.unwatch(this.watcher));
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
    const { head, retry } = this.parts;
    const { from } = this.options;
    head.watch(this.watcher);
    // Waits one turn, so that the caller has the subscription before its first callback.
    await Promise.resolve();
    let checkpoint = from === 'start' ? 0n : from === 'end' ? null : fromPosition(from);
    let { epoch } = head;
    let live = false;
    while (!this.stopped) {
      const { known } = head;
      if (known === null) {
        await this.news.for();
        continue;
      }
      checkpoint ??= known;
      // The log has lost events that were already delivered, and new events will take their positions.
      if (epoch !== head.epoch && checkpoint > known) checkpoint = known;
      ({ epoch } = head);
      const lag = known - checkpoint;
      if (lag <= 0n) {
        if (!live) this.options.onCaughtUp?.();
        live = true;
        await this.waitForNews(checkpoint);
        continue;
      }
      if (live && lag > this.batchSize) {
        live = false;
        this.options.onFellBehind?.();
      }
      const batch = await this.nextBatch(checkpoint, known);
      if (!batch) continue;
      if (!(await deliver(batch, this.options, retry, this.retryPause, () => this.stopped))) return;
      checkpoint = fromPosition(batch.checkpoint);
    }
  }

  private async waitForNews(checkpoint: bigint): Promise<void> {
    const { maxBatchDelayMs = 0 } = this.options;
    const lag = () => (this.parts.head.known ?? 0n) - checkpoint;
    if (lag() <= 0n) await this.news.for();
    const end = Date.now() + maxBatchDelayMs;
    for (let left = maxBatchDelayMs; left > 0 && !this.stopped; left = end - Date.now()) {
      if (lag() >= this.batchSize) return;
      await this.news.for(left);
    }
  }

  /** @returns null when the subscription was stopped or a connection was lost before the database answered */
  private async nextBatch(checkpoint: bigint, known: bigint): Promise<Batch | null> {
    const { recent, reader, reconnect, head } = this.parts;
    const { epoch } = head;
    const own = recent.after(checkpoint, this.batchSize);
    const last = own?.at(-1);
    if (own && last) return { events: this.filtered(own), checkpoint: last.position };
    for (let failures = 1; !this.stopped && epoch === head.epoch; failures++) {
      try {
        const { rows, through } = await reader.after(checkpoint, known, this.size.next(), this.options.filter);
        this.size.saw(rows);
        // The log may have lost events up to `known`, so this result is not reliable.
        if (epoch !== head.epoch) return null;
        return { events: rows.map(toStoredEvent), checkpoint: toPosition(through) };
      } catch (error) {
        const delayMs = retryDelay(reconnect, failures);
        if (error instanceof StoreUnavailable) head.forget();
        this.options.onDropped?.(toError(error), delayMs);
        await this.retryPause.for(delayMs);
      }
    }
    return null;
  }

  private filtered(events: StoredEvent[]): StoredEvent[] {
    const { filter } = this.options;
    return filter ? events.filter((event) => matches(filter, event)) : events;
  }
}
