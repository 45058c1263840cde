import type { RecordedEvent } from '../domain/domain-event';
import type { Position } from '../event-store/event-store';
import { NO_KEY, PoisonEvent } from './poison-event';
import type { Touches } from './touches';
import type { AnyView } from './view';

export interface ParkedEvent {
  key: string;
  position: Position;
  eventId: string;
  error: string;
}

export interface Folded {
  /** Rows that changed, by key; null for a row that goes. */
  rows: Map<string, object | null>;
  parked: ParkedEvent[];
  poison: PoisonEvent[];
}

/**
 * The rows after the events. A row with an event that cannot be folded stays as it was before it, and that event and
 * all that come after it are parked: folding those would make a row that never was. So are all events of the rows in
 * `parkedKeys`, and of those in `refused`, which the database did not take, with its reasons.
 */
export function foldBatch(
  view: AnyView,
  rows: ReadonlyMap<string, object>,
  touches: Touches,
  parkedKeys: ReadonlySet<string>,
  refused: ReadonlyMap<string, unknown>,
): Folded {
  const folded: Folded = { rows: new Map(), parked: [], poison: [] };
  const park = (key: string, events: readonly RecordedEvent[], poison?: PoisonEvent) => {
    for (const event of events) {
      const error = poison?.event === event ? poison.message : 'Another event of this row is parked.';
      folded.parked.push({ key, position: event.position, eventId: event.id, error });
    }
    if (poison) folded.poison.push(poison);
  };
  for (const poison of touches.poison) park(NO_KEY, [poison.event], poison);
  for (const [key, events] of touches.byKey) {
    const [first] = events;
    if (parkedKeys.has(key)) park(key, events);
    else if (first && refused.has(key)) park(key, events, new PoisonEvent(view, first, key, refused.get(key)));
    else {
      const { row, taken, poison } = foldRow(view, key, rows.get(key) ?? null, events);
      if (taken > 0) folded.rows.set(key, row);
      if (poison) park(key, events.slice(taken), poison);
    }
  }
  return folded;
}

/** How far the events can be folded, and what the row is then. */
function foldRow(
  view: AnyView,
  key: string,
  before: object | null,
  events: readonly RecordedEvent[],
): { row: object | null; taken: number; poison?: PoisonEvent } {
  let row = before;
  for (const [taken, event] of events.entries()) {
    try {
      row = view.evolve(row, event, key);
    } catch (error) {
      return { row, taken, poison: new PoisonEvent(view, event, key, error) };
    }
  }
  return { row, taken: events.length };
}
