import type { RecordedEvent } from '../domain/domain-event';
import type { AnyView } from './view';

export class PoisonEvent extends Error {
  constructor(
    readonly view: AnyView,
    readonly event: RecordedEvent,
    readonly key: string,
    cause: unknown,
  ) {
    super(`${view.name}: cannot fold ${event.type} at ${event.position} into row ${key}: ${String(cause)}`, { cause });
  }
}

/** Every key that the events touch, each once. */
export function touchedKeys(view: AnyView, events: readonly RecordedEvent[]): string[] {
  const keys = new Set<string>();
  for (const event of events) if (view.types.includes(event.type)) for (const key of view.keys(event)) keys.add(key);
  return [...keys];
}

/**
 * The rows after the events. Keys in `parked` are left alone and their events handed to `park`, since folding what
 * comes after a missing event would make a row that never was.
 * @throws PoisonEvent
 */
export function foldBatch(
  view: AnyView,
  rows: Map<string, object>,
  events: readonly RecordedEvent[],
  parked: ReadonlySet<string>,
  park: (event: RecordedEvent, key: string) => void,
): Map<string, object | null> {
  const changed = new Map<string, object | null>();
  for (const event of events) {
    if (!view.types.includes(event.type)) continue;
    for (const key of view.keys(event)) {
      if (parked.has(key)) {
        park(event, key);
        continue;
      }
      const before = changed.has(key) ? (changed.get(key) ?? null) : (rows.get(key) ?? null);
      try {
        changed.set(key, view.evolve(before, event, key));
      } catch (cause) {
        throw new PoisonEvent(view, event, key, cause);
      }
    }
  }
  return changed;
}
