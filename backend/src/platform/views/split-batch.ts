import type { RecordedEvent } from '../domain/domain-event';
import type { Position } from '../event-store/event-store';
import { PoisonEvent } from './poison-event';
import { addTouches, keysOrPoison, noTouches, type Touches } from './touches';
import type { AnyView } from './view';

const TARGET_BYTES = 8 * 1024 * 1024;
const FIRST_KEYS = 256;

/** How many rows of a view may be in hand at once, so that large ones do not fill the memory. */
export class KeyBudget {
  private bytesPerRow = 0;

  get keys(): number {
    return this.bytesPerRow === 0 ? FIRST_KEYS : Math.max(1, Math.floor(TARGET_BYTES / this.bytesPerRow));
  }

  /** Remembers large rows for a while. */
  saw(bytes: number): void {
    this.bytesPerRow = Math.max(bytes, this.bytesPerRow * 0.999);
  }
}

interface Taker {
  view: AnyView;
  /** How many of its rows may be touched. */
  budget: KeyBudget;
}

interface Part<One extends Taker> {
  touches: ReadonlyMap<One, Touches>;
  to: Position;
}

/** What a taker has in hand. */
interface Hand<One extends Taker> {
  taker: One;
  touches: Touches;
}

/**
 * The batch in parts, none of which touches more rows of a view than its budget allows; an event is never divided.
 * A view is asked for the keys of an event once, and only when it takes its type.
 */
export function* splitBatch<One extends Taker>(
  events: readonly RecordedEvent[],
  to: Position,
  takers: readonly One[],
): Generator<Part<One>> {
  const hands = takers.map((taker) => ({ taker, touches: noTouches() }));
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

/** Whether the rows still fit beside those that are touched already. */
function fits({ taker, touches: { byKey } }: Hand<Taker>, keys: readonly string[] | PoisonEvent): boolean {
  if (keys instanceof PoisonEvent || byKey.size === 0) return true;
  const fresh = keys.filter((key) => !byKey.has(key));
  return fresh.length === 0 || byKey.size + fresh.length <= taker.budget.keys;
}

function empty<One extends Taker>(hands: readonly Hand<One>[]): Map<One, Touches> {
  const held = new Map(hands.map(({ taker, touches }) => [taker, touches]));
  for (const hand of hands) hand.touches = noTouches();
  return held;
}
