import { allAggregates } from '../../composition';
import { isOwnEvent } from '../../platform/domain/own-event';
import type { EventStore, StoredEvent } from '../../platform/event-store';
import { IDENTITY_STREAM } from '../../platform/log-identity/log-identity';
import { isPart } from '../../platform/event-store/large-events/large-data-streams';

const categories = new Set(allAggregates.map(({ category }) => category));

const isOurs = (event: StoredEvent): boolean =>
  event.streamId === IDENTITY_STREAM || isPart(event) || isOwnEvent(event, categories);

/**
 * The streams of this application in an EventStoreDB that others may use too, with all that they hold: data of large
 * events stays in the parts in which it was written, and the log keeps its identity.
 */
export class OwnStreams {
  constructor(private readonly store: EventStore) {}

  append: EventStore['append'] = (...append) => this.store.append(...append);

  /** What is in the log when it is called. */
  async *readAll(): AsyncGenerator<StoredEvent> {
    const head = await this.store.head();
    if (head === null) return;
    /** Whose a stream is shows in the first event that is left of it. */
    const own = new Map<string, boolean>();
    for await (const event of this.store.readAll()) {
      if (event.position > head) return;
      const { streamId } = event;
      const isOwn = own.get(streamId) ?? isOurs(event);
      own.set(streamId, isOwn);
      if (isOwn) yield event;
    }
  }

  close(): Promise<void> {
    return this.store.close();
  }
}
