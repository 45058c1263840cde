import type { EventStore, LogFault, ReadAllOptions, StoredEvent, SubscribeOptions } from '../event-store/event-store';
import type { IsInClear } from '../event-store/sealed-events/sealed-event-store';
import { categoryOf } from './aggregate';
import { upcast } from './upcast';
import type { Upcasters } from './upcast';

/** True if this application wrote the event: its stream is in one of our categories, and its metadata has our form. */
export function isOwnEvent({ streamId, metadata }: StoredEvent, categories: ReadonlySet<string>): boolean {
  if (!metadata || !categories.has(categoryOf(streamId))) return false;
  const { commandId, ownerId, schemaVersion, at } = metadata;
  return [commandId, ownerId, at].every((text) => typeof text === 'string') && typeof schemaVersion === 'number';
}

/** A category of streams, and the upcasters for its older events. */
export interface LogOwner {
  category: string;
  upcasters?: Upcasters;
  /** True for events without personal data, which are not encrypted and stay when their owner's account is erased. */
  isInClear?: IsInClear;
}

/** Returns a function that tells which events of these streams are not encrypted. */
export function inClearOf(aggregates: Iterable<LogOwner>): IsInClear {
  const rules = new Map(Array.from(aggregates, ({ category, isInClear }) => [category, isInClear]));
  return (event) => rules.get(categoryOf(event.streamId))?.(event) ?? false;
}

/** Factor by which pages grow while they contain no events of ours. */
const GROWTH = 8;
const LARGEST_PAGE = 1_000;

/**
 * Scopes a store to this application. Other applications may write to the same log (usual in EventStoreDB) with any
 * stream, type and metadata. Reads of the whole log and subscriptions skip their events; checkpoints still advance over
 * them. A stream read by name yields all its events. Our own events are upcast to this release's version, and those of
 * an erased account are skipped; `asStored` disables both.
 */
export function scopedEventStore(
  store: EventStore,
  aggregates: Iterable<LogOwner>,
  { asStored = false }: { asStored?: boolean } = {},
): EventStore {
  const upcasters = new Map(Array.from(aggregates, (aggregate) => [aggregate.category, aggregate.upcasters]));
  const categories: ReadonlySet<string> = new Set(upcasters.keys());
  const isOwn = (event: StoredEvent): boolean => isOwnEvent(event, categories);
  const isLeft = (event: StoredEvent): boolean => isOwn(event) && (asStored || !event.erased);
  const lift = (event: StoredEvent): StoredEvent =>
    asStored || !isOwn(event) ? event : upcast(event, upcasters.get(categoryOf(event.streamId)));
  const append: EventStore['append'] = (streamId, ...rest) => {
    // Views and reactors would never receive an event of an unregistered category.
    if (!categories.has(categoryOf(streamId))) throw new TypeError(`${streamId}: its aggregate is not registered`);
    return store.append(streamId, ...rest);
  };
  const overrides: Partial<EventStore> = {
    append,
    readStream: (streamId, options) => lifted(store.readStream(streamId, options), lift, asStored),
    readAll: (options) => {
      const own = ownOnly(store, isOwn, options);
      return options?.asStored ? own : lifted(own, lift, asStored);
    },
    faults: () => ownFaults(store, categories),
    subscribeAll: (options) => store.subscribeAll(passOver(options, isLeft, lift)),
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

/** Reads in pages that are no larger than needed; the pages grow where most events belong to other applications. */
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

/** Skips faults in streams of other applications, since their owners choose the settings of those streams. */
async function* ownFaults(store: EventStore, categories: ReadonlySet<string>): AsyncGenerator<LogFault> {
  for await (const fault of store.faults()) {
    if (fault.streamId === null || categories.has(categoryOf(fault.streamId))) yield fault;
  }
}

async function* lifted(
  events: AsyncIterable<StoredEvent>,
  lift: (event: StoredEvent) => StoredEvent,
  asStored: boolean,
): AsyncGenerator<StoredEvent> {
  for await (const event of events) if (asStored || !event.erased) yield lift(event);
}

const passOver = (
  options: SubscribeOptions,
  isLeft: (event: StoredEvent) => boolean,
  lift: (event: StoredEvent) => StoredEvent,
): SubscribeOptions => ({
  ...options,
  onBatch: (events, checkpoint) => options.onBatch(events.filter(isLeft).map(lift), checkpoint),
});
