import type { RecordedEvent } from '../domain/domain-event';
import { readable } from '../domain/upcast';
import type { Position } from '../event-store/event-store';
import { cleanText } from '../text/clean-text';
import { NO_KEY, PoisonEvent } from './poison-event';
import type { AnyView } from './view';

/** Which events concern a view, by the keys of the rows that they touch, each list in the log's order. */
export interface Touches {
  byKey: Map<string, RecordedEvent[]>;
  /** Events whose keys the view cannot tell. */
  poison: PoisonEvent[];
}

export const noTouches = (): Touches => ({ byKey: new Map(), poison: [] });

/** The keys of the rows that an event touches, each once and fit to be stored. */
export function keysOrPoison(view: AnyView, event: RecordedEvent): readonly string[] | PoisonEvent {
  try {
    const keys: unknown[] = view.keys(readable(event));
    const storable = keys.map(storableKey);
    // Nearly every event touches one row.
    return storable.length < 2 ? storable : [...new Set(storable)];
  } catch (error) {
    return new PoisonEvent(view, event, NO_KEY, error);
  }
}

function storableKey(key: unknown): string {
  if (typeof key !== 'string' || key === '') throw new TypeError(`${String(key)} is no key`);
  return cleanText(key);
}

export function addTouches({ byKey, poison }: Touches, event: RecordedEvent, keys: readonly string[] | PoisonEvent) {
  if (keys instanceof PoisonEvent) {
    poison.push(keys);
    return;
  }
  for (const key of keys) {
    const list = byKey.get(key);
    if (list) list.push(event);
    else byKey.set(key, [event]);
  }
}

/** Those of events that come after the position. */
export function touchesAfter(touches: Touches, position: Position | null): Touches {
  if (position === null) return touches;
  const later: Touches = {
    byKey: new Map(),
    poison: touches.poison.filter(({ event }) => event.position > position),
  };
  for (const [key, events] of touches.byKey) {
    const [first] = events;
    const fresh = first && first.position > position ? events : events.filter((event) => event.position > position);
    if (fresh.length > 0) later.byKey.set(key, fresh);
  }
  return later;
}
