import type { RecordedEvent } from '../domain/domain-event';
import type { Position } from '../event-store/event-store';
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

interface Part {
  events: RecordedEvent[];
  to: Position;
}

/** The batch in parts, none of which touches more rows of a view than its budget allows; an event is never divided. */
export function* splitBatch(
  events: readonly RecordedEvent[],
  to: Position,
  budgets: readonly { view: AnyView; budget: KeyBudget }[],
): Generator<Part> {
  const touched = budgets.map(() => new Set<string>());
  /** Whether all rows that have been touched since the last cut still fit. */
  const touch = (event: RecordedEvent): boolean => {
    for (const [i, { view }] of budgets.entries()) {
      if (view.types.includes(event.type)) for (const key of keysOrNone(view, event)) touched[i]?.add(key);
    }
    return budgets.every(({ budget }, i) => (touched[i]?.size ?? 0) <= budget.keys);
  };
  let part: RecordedEvent[] = [];
  for (const event of events) {
    const last = part.at(-1);
    if (!touch(event) && last) {
      yield { events: part, to: last.position };
      part = [];
      for (const keys of touched) keys.clear();
      touch(event);
    }
    part.push(event);
  }
  yield { events: part, to };
}

/** What a view cannot tell is the fold's to report. */
function keysOrNone(view: AnyView, event: RecordedEvent): readonly string[] {
  try {
    return view.keys(event);
  } catch {
    return [];
  }
}
