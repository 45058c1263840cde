import { BACKWARDS, END, EventStoreDBClient, FORWARDS, START } from '@eventstore/db-client';
import type { AllStreamResolvedEvent, ResolvedEvent, StreamingRead } from '@eventstore/db-client';
import { defaultRetryPolicy } from '../../../lib/retry';
import type { RetryPolicy } from '../../../lib/retry';
import { withTimeout } from '../../../lib/time';
import { checkName, encodeAppend } from '../encode-append';
import {
  matches,
  OutcomeUnknown,
  settingsFault,
  StoreUnavailable,
  StreamNotFound,
  WrongExpectedRevision,
} from '../event-store';
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
import { BatchAppends } from './batch-appends';
import { EventStoreDbSubscription } from './eventstoredb-subscription';
import {
  knownPosition,
  positionOf,
  settingsIn,
  toAppendError,
  toEsdbPosition,
  toStoredEvent,
  toStoreError,
} from './mapping';

/**
 * Creates a client without the library's own batch appends, which can crash the process: see `BatchAppends`. This also
 * skips the library's request for server features before the first append; the library would cache the answer even if
 * it is an error.
 */
function plainClient(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  const supports = () => Promise.resolve(false);
  return Object.assign(client, { supports });
}

const LIMIT_MS = 15_000;

/** Adds a deadline, since the client's calls may wait forever when the connection is lost without an error. */
export const withDeadline = <T>(call: Promise<T>, limitMs = LIMIT_MS): Promise<T> =>
  withTimeout(limitMs, call, () => new StoreUnavailable(`no answer from EventStoreDB within ${limitMs} ms`));

export interface EventStoreDbOptions {
  /** Address of the server, `esdb://…`. */
  url: string;
  retry?: RetryPolicy;
}

const reconnect: RetryPolicy = { attempts: Infinity, firstDelayMs: 100, maxDelayMs: 5000 };
/** Factor by which pages grow while a read finds fewer events than wanted. */
const PAGE_GROWTH = 8;
const LARGEST_PAGE = 1_000;
/**
 * From this value on, $tb marks a soft deletion instead of a truncation. The mark is the largest 64-bit number, which
 * JSON turns into a float.
 */
const SOFT_DELETED = 2 ** 62;

const METADATA_OF = /^\$\$/;

/** The event log in EventStoreDB. Adapts the client library to the `EventStore` interface. */
export class EventStoreDbEventStore implements EventStore {
  private readonly client: EventStoreDBClient;
  private readonly appends: BatchAppends;
  private readonly retry: RetryPolicy;
  private readonly subscriptions = new Set<Subscription>();

  constructor({ url, retry = defaultRetryPolicy }: EventStoreDbOptions) {
    this.client = plainClient(url);
    this.appends = new BatchAppends(this.client);
    this.retry = retry;
  }

  async append(
    streamId: string,
    events: NewEvent[],
    { expected, signal }: { expected: ExpectedRevision; signal?: AbortSignal },
  ): Promise<AppendResult> {
    const encoded = encodeAppend(streamId, events);
    signal?.throwIfAborted();
    try {
      const result = await withDeadline(this.appends.append(streamId, encoded, expected));
      const revision = result.nextExpectedRevision;
      const position = knownPosition(result.position) ?? (await this.positionAt(streamId, revision));
      return { nextExpectedRevision: revision, position };
    } catch (error) {
      throw toAppendError(error, streamId, expected);
    }
  }

  /** Returns the position of an event, for servers that omit the position of a repeated append. */
  private async positionAt(streamId: string, revision: bigint): Promise<Position> {
    const reading = first(this.readStream(streamId, { from: revision, limit: 1 }));
    const event = await reading.catch((cause: unknown) => {
      throw new OutcomeUnknown(`${streamId}: the appended event ${revision} cannot be read`, { cause });
    });
    if (event?.revision !== revision) throw new OutcomeUnknown(`${streamId}: event ${revision} cannot be read yet`);
    return event.position;
  }

  async *readStream(streamId: string, options: ReadStreamOptions = {}): AsyncGenerator<StoredEvent> {
    const { direction = 'forwards', from = direction === 'forwards' ? 'start' : 'end', limit = Infinity } = options;
    if (limit === 0) return;
    const source = this.client.readStream(streamId, {
      direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
      fromRevision: from === 'start' ? START : from === 'end' ? END : from,
      ...(limit < Infinity && { maxCount: limit }),
    });
    for await (const resolved of resolvedEvents(source, streamId, limit)) {
      const event = toStoredEvent(resolved);
      if (event) yield event;
    }
  }

  /**
   * This client version cannot filter a read of $all, so events are filtered here. A limited read requests only that
   * many events, and larger pages if many events are filtered out.
   */
  async *readAll(options: ReadAllOptions = {}): AsyncGenerator<StoredEvent> {
    const { direction = 'forwards', from = direction === 'forwards' ? 'start' : 'end', filter } = options;
    let left = options.limit ?? Infinity;
    let place = from;
    // When reading forwards, the server includes the start position, but `readAll` excludes it.
    const countsIn = direction === 'forwards' && from !== 'start' ? 1 : 0;
    let looks = options.lookAt ?? Infinity;
    let page = left + countsIn;
    while (left > 0 && looks > 0) {
      const after = place;
      page = Math.min(page, looks + countsIn);
      const source = this.client.readAll({
        direction: direction === 'forwards' ? FORWARDS : BACKWARDS,
        fromPosition: toEsdbPosition(after),
        ...(page < Infinity && { maxCount: page }),
      });
      let read = 0;
      for await (const resolved of resolvedEvents(source, '$all', page)) {
        read += 1;
        place = positionOf(resolved);
        const event = toStoredEvent(resolved);
        if (left <= 0 || !event || event.position === after || (filter && !matches(filter, event))) continue;
        left -= 1;
        yield event;
      }
      if (read < page) return;
      looks -= read;
      page = Math.max(page, Math.min(page * PAGE_GROWTH, LARGEST_PAGE));
    }
  }

  subscribeAll(options: SubscribeOptions): Subscription {
    const subscription = new EventStoreDbSubscription(this.client, options, this.retry, reconnect);
    this.subscriptions.add(subscription);
    const forget = () => this.subscriptions.delete(subscription);
    subscription.closed.then(forget, forget);
    return subscription;
  }

  async setStreamMetadata(streamId: string, metadata: StreamMetadata): Promise<void> {
    checkName('stream', streamId);
    const { maxCount, maxAge, truncateBefore } = metadata;
    try {
      const { metadata: current } = await this.client.getStreamMetadata(streamId);
      // Overwriting the deletion mark would restore the deleted stream.
      const marked = Number(current?.truncateBefore ?? 0) >= SOFT_DELETED ? current?.truncateBefore : undefined;
      const before = marked ?? (truncateBefore === undefined ? undefined : Number(truncateBefore));
      await this.client.setStreamMetadata(streamId, {
        ...(maxCount !== undefined && { maxCount }),
        ...(maxAge !== undefined && { maxAge }),
        ...(before !== undefined && { truncateBefore: before }),
      });
    } catch (error) {
      throw toStoreError(error, streamId);
    }
  }

  async deleteStream(streamId: string, { expected }: { expected: ExpectedRevision }): Promise<void> {
    checkName('stream', streamId);
    // The server's delete does not support 'stream_exists'.
    const expectedRevision = expected === 'stream_exists' ? await this.revisionOf(streamId) : expected;
    try {
      await this.client.deleteStream(streamId, { expectedRevision });
    } catch (error) {
      throw toStoreError(error, streamId, expected);
    }
  }

  private async revisionOf(streamId: string): Promise<bigint> {
    try {
      const newest = await first(this.readStream(streamId, { direction: 'backwards', limit: 1 }));
      if (newest) return newest.revision;
    } catch (error) {
      if (!(error instanceof StreamNotFound)) throw error;
    }
    throw new WrongExpectedRevision(streamId, 'stream_exists', 'no_stream');
  }

  /** Reads one record of any application, so the cost does not depend on other applications' events. */
  async head(): Promise<Position | null> {
    const source = this.client.readAll({ direction: BACKWARDS, fromPosition: END, maxCount: 1 });
    let newest: Position | null = null;
    for await (const resolved of resolvedEvents(source, '$all', 1)) newest ??= positionOf(resolved);
    return newest;
  }

  /** A stream's metadata is stored as events in a separate stream; the newest one applies. */
  async *faults(): AsyncGenerator<LogFault> {
    const newest = new Map<string, unknown>();
    const source = this.client.readAll({ direction: FORWARDS, fromPosition: START });
    for await (const { event } of resolvedEvents(source, '$all', Infinity)) {
      if (event?.type === '$metadata') newest.set(event.streamId.replace(METADATA_OF, ''), event.data);
    }
    for (const [streamId, metadata] of newest) {
      const set = settingsIn(metadata);
      if (set.length > 0) yield settingsFault(streamId, set.join(', '));
    }
  }

  async ready(): Promise<void> {
    await withDeadline(this.head());
  }

  async close(): Promise<void> {
    await Promise.all([...this.subscriptions].map((subscription) => subscription.stop()));
    await this.client.dispose();
  }
}

/** Returns the first event of a read. Reads to the end, since the callers limit the read to one event. */
async function first(events: AsyncIterable<StoredEvent>): Promise<StoredEvent | null> {
  let found: StoredEvent | null = null;
  for await (const event of events) found ??= event;
  return found;
}

/**
 * Yields the events of a read, and maps its errors to those of `EventStore`. If the consumer stops early, the read is
 * cancelled on the server. A read that ends by itself is not cancelled, because servers close the connection of a
 * client that cancels many calls; a read ends after the last of `maxCount` events and after an error, such as a missing
 * stream.
 */
async function* resolvedEvents<T extends ResolvedEvent | AllStreamResolvedEvent>(
  source: StreamingRead<T>,
  streamId: string,
  maxCount = Infinity,
): AsyncGenerator<T> {
  // Handles errors that occur after the loop has ended, which would otherwise be uncaught.
  source.on('error', () => undefined);
  let read = 0;
  let ended = false;
  try {
    for await (const event of source.iterator({ destroyOnReturn: false }) as AsyncIterable<T>) {
      read += 1;
      yield event;
    }
    ended = true;
  } catch (error) {
    ended = true;
    throw toStoreError(error, streamId);
  } finally {
    // Drains unread events; otherwise the client never counts the call as ended.
    source.resume();
    if (!ended && read < maxCount) await source.cancel();
  }
}
