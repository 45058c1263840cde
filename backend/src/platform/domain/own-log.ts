import type { EventStore, ReadAllOptions, StoredEvent, SubscribeOptions } from '../event-store/event-store';
import { categoryOf } from './aggregate';
import { isOwnEvent } from './own-event';

/** Of pages in which nothing of our own was found, in events. */
const GROWTH = 8;
const LARGEST_PAGE = 1_000;

/**
 * The store as the application sees it. A log may be shared with other applications (an EventStoreDB usually is), whose
 * events have any stream, type and metadata: whoever tails this log is not given them, while checkpoints still move
 * over them. Streams that are read by name show all they hold.
 */
export function ownLog(store: EventStore, aggregates: Iterable<{ category: string }>): EventStore {
  const categories: ReadonlySet<string> = new Set(Array.from(aggregates, ({ category }) => category));
  const isOwn = (event: StoredEvent): boolean => isOwnEvent(event, categories);
  const append: EventStore['append'] = (streamId, ...rest) => {
    // Views and processes would never see it.
    if (!categories.has(categoryOf(streamId))) throw new TypeError(`${streamId}: its aggregate is not registered`);
    return store.append(streamId, ...rest);
  };
  const overrides: Partial<EventStore> = {
    append,
    readAll: (options) => ownOnly(store, isOwn, options),
    subscribeAll: (options) => store.subscribeAll(passOver(options, isOwn)),
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
  { limit = Infinity, ...options }: ReadAllOptions = {},
): AsyncGenerator<StoredEvent> {
  let left = limit;
  let from = options.from;
  for (let page = limit; left > 0; page = Math.max(left, Math.min(page * GROWTH, LARGEST_PAGE))) {
    let read = 0;
    for await (const event of store.readAll({ ...options, from, limit: page })) {
      read += 1;
      from = event.position;
      if (!isOwn(event)) continue;
      yield event;
      left -= 1;
      if (left <= 0) return;
    }
    if (read < page) return;
  }
}

const passOver = (options: SubscribeOptions, isOwn: (event: StoredEvent) => boolean): SubscribeOptions => ({
  ...options,
  onBatch: (events, checkpoint) => options.onBatch(events.filter(isOwn), checkpoint),
});
