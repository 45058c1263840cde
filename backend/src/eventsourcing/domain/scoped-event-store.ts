import type { EventStore, ReadAllOptions, StoredEvent, SubscribeOptions } from '../event-store/event-store';
import { categoryOf } from './aggregate';
import { upcast } from './upcast';
import type { Upcasters } from './upcast';

/** Whether this application wrote the event: a stream of one of its categories, and metadata as it always writes it. */
export function isOwnEvent({ streamId, metadata }: StoredEvent, categories: ReadonlySet<string>): boolean {
  if (!metadata || !categories.has(categoryOf(streamId))) return false;
  const { commandId, ownerId, schemaVersion, at } = metadata;
  return [commandId, ownerId, at].every((text) => typeof text === 'string') && typeof schemaVersion === 'number';
}

/** Whose streams they are, and how their older events are read. */
export interface LogOwner {
  category: string;
  upcasters?: Upcasters;
}

/** Of pages in which nothing of our own was found, in events. */
const GROWTH = 8;
const LARGEST_PAGE = 1_000;

/**
 * The store as the application sees it. A log may be shared with other applications (an EventStoreDB usually is), whose
 * events have any stream, type and metadata: whoever tails this log is not given them, while checkpoints still move
 * over them. Streams that are read by name show all they hold. Events of ours come in the version of this release,
 * whichever wrote them; `asStored`: as they lie in the log.
 */
export function scopedEventStore(
  store: EventStore,
  aggregates: Iterable<LogOwner>,
  { asStored = false }: { asStored?: boolean } = {},
): EventStore {
  const upcasters = new Map(Array.from(aggregates, (aggregate) => [aggregate.category, aggregate.upcasters]));
  const categories: ReadonlySet<string> = new Set(upcasters.keys());
  const isOwn = (event: StoredEvent): boolean => isOwnEvent(event, categories);
  const lift = (event: StoredEvent): StoredEvent =>
    asStored || !isOwn(event) ? event : upcast(event, upcasters.get(categoryOf(event.streamId)));
  const append: EventStore['append'] = (streamId, ...rest) => {
    // Views and processes would never see it.
    if (!categories.has(categoryOf(streamId))) throw new TypeError(`${streamId}: its aggregate is not registered`);
    return store.append(streamId, ...rest);
  };
  const overrides: Partial<EventStore> = {
    append,
    readStream: (streamId, options) => lifted(store.readStream(streamId, options), lift),
    readAll: (options) => lifted(ownOnly(store, isOwn, options), lift),
    subscribeAll: (options) => store.subscribeAll(passOver(options, isOwn, lift)),
  };
  return new Proxy(store, {
    get(target, property) {
      const override = overrides[property as keyof EventStore];
      if (override) return override;
      const value: unknown = Reflect.get(target, property, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}

/** Reads in pages no larger than what is wanted needs, and in larger ones where much belongs to others. */
async function* ownOnly(
  store: EventStore,
  isOwn: (event: StoredEvent) => boolean,
  { limit = Infinity, lookAt = Infinity, ...options }: ReadAllOptions = {},
): AsyncGenerator<StoredEvent> {
  let left = limit;
  let from = options.from;
  let looked = 0;
  for (let page = limit; left > 0; page = Math.max(left, Math.min(page * GROWTH, LARGEST_PAGE))) {
    let read = 0;
    for await (const event of store.readAll({ ...options, from, limit: page, lookAt: lookAt - looked })) {
      read += 1;
      from = event.position;
      if (!isOwn(event)) continue;
      yield event;
      left -= 1;
      if (left <= 0) return;
    }
    looked += read;
    if (read < page || looked >= lookAt) return;
  }
}

async function* lifted(
  events: AsyncIterable<StoredEvent>,
  lift: (event: StoredEvent) => StoredEvent,
): AsyncGenerator<StoredEvent> {
  for await (const event of events) yield lift(event);
}

const passOver = (
  options: SubscribeOptions,
  isOwn: (event: StoredEvent) => boolean,
  lift: (event: StoredEvent) => StoredEvent,
): SubscribeOptions => ({
  ...options,
  onBatch: (events, checkpoint) => options.onBatch(events.filter(isOwn).map(lift), checkpoint),
});
