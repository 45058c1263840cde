import { cleanText } from '../../lib/text';
import type { RecordedEvent } from '../domain/domain-event';
import { readable } from '../domain/upcast';
import type { Position } from '../event-store/event-store';
import { NO_KEY, PoisonEvent } from './poison-event';
import type { AnyView } from './view';

/** The events for a view, by the keys of the rows that they touch; each list is in log order. */
export interface TouchedKeys {
  byKey: Map<string, RecordedEvent[]>;
  /** Events whose keys the view cannot determine. */
  poison: PoisonEvent[];
}

export const noTouchedKeys = (): TouchedKeys => ({ byKey: new Map(), poison: [] });

/** Returns the distinct keys of the rows that an event touches, cleaned for storage. */
function keysOrPoison(view: AnyView, event: RecordedEvent): readonly string[] | PoisonEvent {
  try {
    const keys: unknown[] = view.keys(readable(event));
    const storable = keys.map(storableKey);
    // Fast path: nearly every event touches one row.
    return storable.length < 2 ? storable : [...new Set(storable)];
  } catch (error) {
    return new PoisonEvent(view, event, NO_KEY, error);
  }
}

function storableKey(key: unknown): string {
  if (typeof key !== 'string' || key === '') throw new TypeError(`${String(key)} is not a key`);
  return cleanText(key);
}

function addTouches({ byKey, poison }: TouchedKeys, event: RecordedEvent, keys: readonly string[] | PoisonEvent) {
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

/** Keeps the events after the position. */
export function touchedAfter(touches: TouchedKeys, position: Position | null): TouchedKeys {
  if (position === null) return touches;
  const later: TouchedKeys = {
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

export interface ParkedEvent {
  key: string;
  position: Position;
  eventId: string;
  error: string;
}

export interface Folded {
  /** Changed rows by key; null for a deleted row. */
  rows: Map<string, object | null>;
  parked: ParkedEvent[];
  poison: PoisonEvent[];
}

/**
 * Folds events into rows. If an event cannot be folded, the row keeps its earlier state, and this event and all later
 * events of the row are parked: folding the later ones would produce a wrong row. Also parked are all events of the
 * rows in `parkedKeys`, and those of the rows in `refused`, which the database rejected for the given reasons.
 */
export function foldBatch(
  view: AnyView,
  rows: ReadonlyMap<string, object>,
  touches: TouchedKeys,
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

/** Folds a row's events as far as possible; returns the resulting row and the number of folded events. */
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

const TARGET_BYTES = 8 * 1024 * 1024;
const FIRST_KEYS = 256;

/** Limits the number of a view's rows in memory, so that large rows do not fill it. */
export class KeyBudget {
  private bytesPerRow = 0;

  get keys(): number {
    return this.bytesPerRow === 0 ? FIRST_KEYS : Math.max(1, Math.floor(TARGET_BYTES / this.bytesPerRow));
  }

  /** Updates the estimated row size, which decays slowly after large rows. */
  saw(bytes: number): void {
    this.bytesPerRow = Math.max(bytes, this.bytesPerRow * 0.999);
  }
}

interface Taker {
  view: AnyView;
  /** Limits the rows of the view that one part touches. */
  budget: KeyBudget;
}

interface Part<One extends Taker> {
  touches: ReadonlyMap<One, TouchedKeys>;
  to: Position;
}

/** The events collected for one taker, such as a view. */
interface Hand<One extends Taker> {
  taker: One;
  touches: TouchedKeys;
}

/**
 * Splits a batch so that no part touches more rows of a view than the view's budget allows. An event is never split. A
 * view's keys are computed once per event, and only for the view's event types.
 */
export function* splitBatch<One extends Taker>(
  events: readonly RecordedEvent[],
  to: Position,
  takers: readonly One[],
): Generator<Part<One>> {
  const hands = takers.map((taker) => ({ taker, touches: noTouchedKeys() }));
  const byType = handsByType(hands);
  let last: RecordedEvent | null = null;
  for (const event of events) {
    const taken = (byType.get(event.type) ?? []).map((hand) => ({ hand, keys: keysOrPoison(hand.taker.view, event) }));
    if (last && !taken.every(({ hand, keys }) => fits(hand, keys))) yield { touches: empty(hands), to: last.position };
    for (const { hand, keys } of taken) addTouches(hand.touches, event, keys);
    last = event;
  }
  yield { touches: empty(hands), to };
}

function handsByType<One extends Taker>(hands: readonly Hand<One>[]): Map<string, Hand<One>[]> {
  const byType = new Map<string, Hand<One>[]>();
  for (const hand of hands) {
    for (const type of new Set(hand.taker.view.types)) byType.set(type, [...(byType.get(type) ?? []), hand]);
  }
  return byType;
}

/** True if the new rows fit in the budget together with the rows touched so far. */
function fits({ taker, touches: { byKey } }: Hand<Taker>, keys: readonly string[] | PoisonEvent): boolean {
  if (keys instanceof PoisonEvent || byKey.size === 0) return true;
  const fresh = keys.filter((key) => !byKey.has(key));
  return fresh.length === 0 || byKey.size + fresh.length <= taker.budget.keys;
}

function empty<One extends Taker>(hands: readonly Hand<One>[]): Map<One, TouchedKeys> {
  const held = new Map(hands.map(({ taker, touches }) => [taker, touches]));
  for (const hand of hands) hand.touches = noTouchedKeys();
  return held;
}
