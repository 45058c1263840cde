import { AppendTooLarge, MAX_APPEND_BYTES } from '../event-store';
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
import { LargeData, referenceIn, referenceOf } from './large-data';
import type { LargeDataReference } from './large-data';

/** Limit of the data fetched for one call of a handler, in bytes of JSON; a single event may exceed it. */
const SLICE_BYTES = 16 * 1024 * 1024;

/**
 * Wraps a handler so that it receives complete events, in small slices if the events are large. A batch that is
 * delivered again after a failure resumes after the last handled slice.
 */
function inSlices(
  onBatch: SubscribeOptions['onBatch'],
  complete: (event: StoredEvent) => Promise<StoredEvent>,
): SubscribeOptions['onBatch'] {
  let handled: Position | null = null;
  return async (events, checkpoint) => {
    if (!events.some(referenceIn)) return onBatch(events, checkpoint);
    const behind = handled;
    const open = behind === null ? events : events.filter(({ position }) => position > behind);
    const slices = slicesOf(open);
    for (const [at, slice] of slices.entries()) {
      const last = slice.at(-1)?.position;
      const reached = at === slices.length - 1 || last === undefined ? checkpoint : last;
      await onBatch(await Promise.all(slice.map(complete)), reached);
      handled = reached;
    }
  };
}

export function slicesOf(events: readonly StoredEvent[]): StoredEvent[][] {
  const slices: StoredEvent[][] = [[]];
  let bytes = 0;
  for (const event of events) {
    const size = referenceIn(event)?.bytes ?? 0;
    if (bytes > 0 && bytes + size > SLICE_BYTES) {
      slices.push([]);
      bytes = 0;
    }
    slices.at(-1)?.push(event);
    bytes += size;
  }
  return slices;
}

/** Data smaller than this always stays in its event. */
const SMALL_BYTES = 1_024;

/**
 * A store whose events may exceed the limit of one append. The data of such an event is first written in parts to a
 * separate stream. Then the event itself, which refers to that stream, is appended together with the other events of
 * its append. So an append is still all or nothing, at an exact revision, and a crash in between leaves only
 * unreferenced parts.
 */
export class LargeEventStore implements EventStore {
  private readonly data: LargeData;

  constructor(private readonly store: EventStore) {
    this.data = new LargeData(store);
  }

  async append(
    streamId: string,
    events: NewEvent[],
    options: { expected: ExpectedRevision; signal?: AbortSignal },
  ): Promise<AppendResult> {
    try {
      return await this.store.append(streamId, events, options);
    } catch (error) {
      // The store checks the size before it writes, so nothing has been stored yet.
      if (!(error instanceof AppendTooLarge)) throw error;
    }
    return this.store.append(streamId, await this.outsourced(streamId, events), options);
  }

  async *readStream(streamId: string, options?: ReadStreamOptions): AsyncIterable<StoredEvent> {
    for await (const event of this.store.readStream(streamId, options)) yield this.data.complete(event);
  }

  async *readAll(options?: ReadAllOptions): AsyncIterable<StoredEvent> {
    for await (const event of this.store.readAll(options)) yield this.data.complete(event);
  }

  subscribeAll(options: SubscribeOptions): Subscription {
    const onBatch = inSlices(
      (events, checkpoint) => options.onBatch(events, checkpoint),
      (event) => this.data.complete(event),
    );
    return this.store.subscribeAll({ ...options, onBatch });
  }

  setStreamMetadata(streamId: string, metadata: StreamMetadata): Promise<void> {
    return this.store.setStreamMetadata(streamId, metadata);
  }

  deleteStream(streamId: string, options: { expected: ExpectedRevision }): Promise<void> {
    return this.store.deleteStream(streamId, options);
  }

  head(): ReturnType<EventStore['head']> {
    return this.store.head();
  }

  faults(): AsyncIterable<LogFault> {
    return this.store.faults();
  }

  ready(): Promise<void> {
    return this.store.ready();
  }

  close(): Promise<void> {
    return this.store.close();
  }

  /**
   * Moves the data of large events to separate streams. Data stays in its event if it is small enough for all events to
   * fit in one append.
   */
  private async outsourced(streamId: string, events: NewEvent[]): Promise<NewEvent[]> {
    const fits = Math.max(SMALL_BYTES, MAX_APPEND_BYTES / 2 / events.length);
    const result: NewEvent[] = [];
    for (const event of events) {
      const json = JSON.stringify(event.data);
      const stays = json.length * 3 <= fits || Buffer.byteLength(json) <= fits;
      result.push(stays ? event : named(event, await this.data.write(streamId, json, event.data)));
    }
    return result;
  }
}

const named = ({ id, type, metadata }: NewEvent, reference: LargeDataReference): NewEvent => ({
  id,
  type,
  data: null,
  metadata: { ...metadata, ...referenceOf(reference) },
});
