import { userContext } from '../../eventsourcing/commands/command-context';
import type { EventStore, Position, StoredEvent } from '../../eventsourcing/event-store/event-store';
import { toPosition } from '../../eventsourcing/event-store/event-store';
import type { AnyView } from '../../eventsourcing/views/view';
import { NOW, OWNER } from '../../testing/given-when-then';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { type RequestedRow, LaterEvents } from './later-events';

interface Sum {
  id: string;
  units: number;
}

/** A view that sums units by key; a sum of zero removes the row, and a negative sum throws. */
const view: AnyView = {
  name: 'sums',
  version: 1,
  columns: { id: { type: 'text' }, units: { type: 'integer' } },
  key: 'id',
  types: ['Added'],
  keys: ({ data }) => [(data as Sum).id],
  evolve(row, { data }, id) {
    const units = ((row as Sum | null)?.units ?? 0) + (data as Sum).units;
    if (units < 0) throw new Error('below zero');
    return units === 0 ? null : { id, units };
  },
};

const metadata = { ...userContext(OWNER, { commandId: 'command' }), schemaVersion: 1, at: NOW };
const at = (place: number): Position => toPosition(BigInt(place));
const added = (id: string, units: number, changes: Partial<StoredEvent> = {}) => ({
  type: 'Added',
  data: { id, units },
  metadata: { ...metadata },
  ...changes,
});

/** A wallet with these entries; it counts the entries that are read and those that the view rejects. */
function walletOf(...entries: ReturnType<typeof added>[]) {
  const log = entries.map((entry, n) => {
    const place = { streamId: `wallet-${OWNER}`, revision: BigInt(n), position: at(n + 1), created: new Date(0) };
    return { id: `event ${n}`, ...entry, ...place };
  });
  const store = MemoryEventStore.over(log);
  const seen = { events: 0, unfoldable: [] as bigint[] };
  async function* readStream(...given: Parameters<EventStore['readStream']>): AsyncGenerator<StoredEvent> {
    for await (const event of store.readStream(...given)) {
      seen.events += 1;
      yield event;
    }
  }
  const fold = async (after: number, asked: Record<string, Partial<RequestedRow<Sum>>>, ownerId = OWNER) => {
    const later = new LaterEvents<Sum>({ readStream } as unknown as EventStore, view, at(after), ({ revision }) => {
      seen.unfoldable.push(revision);
    });
    const rows = Object.entries(asked).map(([key, each]) => [key, { before: null, upTo: null, ...each }] as const);
    const made = await later.fold(ownerId, new Map(rows));
    return Object.fromEntries([...made].map(([key, { row, revision }]) => [key, [row.units, revision]]));
  };
  return { fold, seen };
}

describe('later events', () => {
  const before = { row: { id: 'a', units: 5 }, ownerId: OWNER, revision: 0 };

  it('are folded onto the rows of earlier ones, each from its own position', async () => {
    const { fold } = walletOf(added('a', 5), added('a', 1), added('b', 2), added('a', 10), added('b', 20));
    const asked = { a: { before, upTo: at(2) }, b: {}, c: {} };
    expect(await fold(1, asked)).toEqual({ a: [6, 1], b: [22, 4] });
  });

  it('may delete a row, or leave it unchanged', async () => {
    const { fold } = walletOf(added('a', 5), added('b', 1), added('a', -5));
    expect(await fold(1, { a: { before } })).toEqual({});
    expect(await fold(1, { a: { before, upTo: at(2) } })).toEqual({ a: [5, 0] });
  });

  it('are the only ones read of a long stream', async () => {
    const { fold, seen } = walletOf(...[...'x'.repeat(500)].map(() => added('a', 1)));
    const [a, b] = [{ before: { ...before, row: { id: 'a', units: 498 } } }, {}];
    expect(await fold(498, { a, b })).toEqual({ a: [500, 499] });
    expect(seen.events).toBe(5);
    seen.events = 0;
    expect(await fold(500, { b })).toEqual({});
    expect(seen.events).toBe(1);
  });

  it('count only when they are our own and of a type that the view folds', async () => {
    const { fold } = walletOf(added('a', 1), added('a', 2, { metadata: undefined }), added('a', 4, { type: 'Other' }));
    expect(await fold(0, { a: {} })).toEqual({ a: [1, 0] });
  });

  it('that the view cannot fold are reported, and the others count', async () => {
    const { fold, seen } = walletOf(added('a', 1), added('a', -2), added('b', 0, { data: null }), added('a', 4));
    expect(await fold(0, { a: {}, b: {} })).toEqual({ a: [5, 3] });
    expect(seen.unfoldable).toEqual([1n, 2n]);
  });

  it('are ignored for a user without a wallet', async () => {
    expect(await walletOf(added('a', 1)).fold(0, { a: {} }, 'nobody')).toEqual({});
  });
});
