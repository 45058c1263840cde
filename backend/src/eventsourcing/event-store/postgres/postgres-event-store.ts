import { randomUUID } from 'node:crypto';
import { Pool } from 'pg';
import { encodeAppend } from '../encode-append';
import { StreamDeleted, toPosition, WrongExpectedRevision } from '../event-store';
import type {
  AppendResult,
  EventStore,
  ExpectedRevision,
  LogFault,
  NewEvent,
  Position,
  ReadAllOptions,
  ReadStreamOptions,
  StoredEvent,
  StreamMetadata,
  SubscribeOptions,
  Subscription,
} from '../event-store';
import { defaultRetryPolicy, type RetryPolicy } from '../../../lib/retry';
import { AppendConnection, PROVE_WRITABLE, type FlushResult } from './append-connection';
import { AppendQueue } from './append-queue';
import { HeadTracker } from './head-tracker';
import { logFaults } from './log-faults';
import { LogReader } from './log-reader';
import type { QueuedAppend } from './flush';
import { PostgresSubscription } from './postgres-subscription';
import { RecentEvents } from './recent-events';
import { APPENDED, DELETED, REFUSED } from './schema';
import { deleteStream, readStream, setStreamMetadata } from './streams';
import { toStoreError } from './store-error';

export interface PostgresEventStoreOptions {
  /**
   * Pool of at least 4 connections: one is reserved for appends and one for notifications. The store does not close the
   * pool.
   */
  pool: Pool;
  /** Retry policy for a batch whose handler throws. */
  retry?: RetryPolicy;
  /** Interval of polling for other nodes' events, in case a notification is lost. */
  pollMs?: number;
  /** Time without an answer to an append after which the server counts as unreachable. */
  answerMs?: number;
}

/** Longer than the lock timeout of appends, which is 30 s. */
const ANSWER_MS = 35_000;
const reconnect: RetryPolicy = { attempts: Infinity, firstDelayMs: 50, maxDelayMs: 5000 };

/** The event log in Postgres; `ensureEventStoreSchema` creates its tables. */
export class PostgresEventStore implements EventStore {
  protected readonly pool: Pool;
  private readonly retry: RetryPolicy;
  private readonly connection: AppendConnection;
  private readonly queue: AppendQueue;
  private readonly reader: LogReader;
  private readonly tracker: HeadTracker;
  private readonly recent = new RecentEvents();
  private readonly subscriptions = new Set<Subscription>();
  /** The head tracker's epoch at the start of the current flush. */
  private epoch = 0;

  constructor(options: PostgresEventStoreOptions) {
    const { pool, retry = defaultRetryPolicy, pollMs = 1000, answerMs = ANSWER_MS } = options;
    const origin = randomUUID();
    this.pool = pool;
    this.retry = retry;
    this.reader = new LogReader(pool);
    this.tracker = new HeadTracker({ pool, reader: this.reader, recent: this.recent, origin, reconnect, pollMs });
    this.connection = new AppendConnection(pool, origin, () => this.tracker.forget(), answerMs);
    this.queue = new AppendQueue(
      (appends) => this.flush(appends),
      (appends, results) => this.onAppended(appends, results),
    );
  }

  async append(
    streamId: string,
    events: NewEvent[],
    { expected, signal }: { expected: ExpectedRevision; signal?: AbortSignal },
  ): Promise<AppendResult> {
    const { kind, revision, position } = await this.queue.add(
      { streamId, expected, events: encodeAppend(streamId, events) },
      signal,
    );
    if (kind === REFUSED) throw new WrongExpectedRevision(streamId, expected, revision < 0n ? 'no_stream' : revision);
    if (kind === DELETED) throw new StreamDeleted(`${streamId} was deleted`);
    return { nextExpectedRevision: revision, position: toPosition(position) };
  }

  readStream(streamId: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent> {
    return readStream(this.pool, streamId, options);
  }

  readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent> {
    return this.reader.readAll(options);
  }

  subscribeAll(options: SubscribeOptions): Subscription {
    const parts = { reader: this.reader, head: this.tracker, recent: this.recent, retry: this.retry, reconnect };
    const subscription = new PostgresSubscription(options, parts);
    this.subscriptions.add(subscription);
    const forget = () => this.subscriptions.delete(subscription);
    subscription.closed.then(forget, forget);
    return subscription;
  }

  setStreamMetadata(streamId: string, metadata: StreamMetadata): Promise<void> {
    return setStreamMetadata(this.pool, streamId, metadata);
  }

  deleteStream(streamId: string, { expected }: { expected: ExpectedRevision }): Promise<void> {
    return deleteStream(this.pool, streamId, expected);
  }

  async head(): Promise<Position | null> {
    const position = await this.reader.head();
    return position === 0n ? null : toPosition(position);
  }

  faults(): AsyncIterable<LogFault> {
    return logFaults(this.pool);
  }

  async ready(): Promise<void> {
    try {
      // Uses a pooled connection: if the statement fails, the pool drops the connection, as it should for one to a
      // demoted server.
      await this.pool.query(PROVE_WRITABLE);
    } catch (error) {
      throw toStoreError(error);
    }
  }

  /** Stops the subscriptions and finishes the current appends. */
  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.queue.close();
    this.connection.close();
    await this.tracker.close();
  }

  private async flush(appends: readonly QueuedAppend[]): Promise<FlushResult[]> {
    this.epoch = this.tracker.epoch;
    try {
      return await this.connection.flush(appends);
    } catch (error) {
      // The append may have been stored nevertheless, and nothing else would notify our subscriptions.
      this.tracker.refresh();
      throw toStoreError(error);
    }
  }

  /** Delivers appended events to subscriptions from memory, without a query. */
  private onAppended(appends: readonly QueuedAppend[], results: FlushResult[]): void {
    // A connection has been lost since the flush began, possibly the one that answered, so the events are read from the
    // log.
    if (this.epoch !== this.tracker.epoch) return this.tracker.refresh();
    let index = 0;
    let newest = 0n;
    for (const { created, appends: outcomes } of results) {
      for (const outcome of outcomes) {
        const append = appends[index++];
        if (!append || outcome.kind !== APPENDED) continue;
        const { streamId, events } = append;
        const before = BigInt(events.length - 1);
        const firstRevision = outcome.revision - before;
        const recent = events.map((encoded, place) => {
          return { streamId, revision: firstRevision + BigInt(place), created, encoded };
        });
        this.recent.add(outcome.position - before, recent);
        newest = outcome.position;
      }
    }
    this.tracker.advance(newest);
  }
}
