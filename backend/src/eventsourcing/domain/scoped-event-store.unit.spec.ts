import { toPosition } from '../event-store/event-store';
import type { EventStore, ReadAllOptions, StoredEvent, SubscribeOptions } from '../event-store/event-store';
import { isOwnEvent, scopedEventStore } from './scoped-event-store';

const metadata = {
  commandId: 'command',
  correlationId: 'command',
  causationId: null,
  actor: { kind: 'user', userId: 'ada' },
  ownerId: 'ada',
  schemaVersion: 1,
  at: '2026-01-01T00:00:00.000Z',
};
const stored = (streamId: string, given: StoredEvent['metadata'] = metadata, place = 1n): StoredEvent => ({
  id: `id-${place}`,
  type: 'ThingHappened',
  data: {},
  metadata: given,
  streamId,
  revision: 0n,
  position: toPosition(place),
  created: new Date(0),
});

describe('an event of our own', () => {
  const categories = new Set(['thing']);
  const without = (key: keyof typeof metadata) => ({ ...metadata, [key]: undefined });

  it('belongs to a stream of one of our aggregates and has our metadata', () => {
    expect(isOwnEvent(stored('thing-1'), categories)).toBe(true);
    expect(isOwnEvent(stored('thing-1-2'), categories)).toBe(true);
  });

  it.each<[string, StoredEvent]>([
    ['another category', stored('things-1')],
    ['a category that ours begins with', stored('thin-g')],
    ['no category', stored('-thing')],
    ['no metadata', { ...stored('thing-1'), metadata: undefined }],
    ['empty metadata', stored('thing-1', {})],
    ['no owner', stored('thing-1', without('ownerId'))],
    ['no command', stored('thing-1', without('commandId'))],
    ['no time', stored('thing-1', without('at'))],
    ['a version that is no number', stored('thing-1', { ...metadata, schemaVersion: '1' })],
  ])('has not %s', (_case, event) => {
    expect(isOwnEvent(event, categories)).toBe(false);
  });
});

describe('the log as the application sees it', () => {
  const events = [stored('other-1', metadata, 1n), stored('thing-1', metadata, 2n), stored('thing-2', metadata, 3n)];
  const asked: number[] = [];
  const store = {
    async *readAll({ from = toPosition(0n), limit = Infinity }: ReadAllOptions = {}) {
      asked.push(limit);
      yield* events.filter(({ position }) => position > from).slice(0, limit);
    },
    append: () => Promise.resolve({ nextExpectedRevision: 0n, position: toPosition(4n) }),
  } as unknown as EventStore;
  const log = scopedEventStore(store, [{ category: 'thing' }]);

  it('returns as many of our own events as requested', async () => {
    const ids: string[] = [];
    for await (const { id } of log.readAll({ limit: 1 })) ids.push(id);
    expect(ids).toEqual(['id-2']);
  });

  it('reads no more than requested, and larger pages where most events are foreign', async () => {
    asked.length = 0;
    const read = async (options: ReadAllOptions) => {
      const ids: string[] = [];
      for await (const { id } of log.readAll(options)) ids.push(id);
      return ids;
    };
    expect(await read({ from: toPosition(1n), limit: 1 })).toEqual(['id-2']);
    expect(asked).toEqual([1]);
    expect(await read({ limit: 2 })).toEqual(['id-2', 'id-3']);
    expect(asked).toEqual([1, 2, 16]);
    expect(await read({ limit: 0 })).toEqual([]);
    expect(await read({})).toEqual(['id-2', 'id-3']);
    expect(asked).toEqual([1, 2, 16, Infinity]);
  });

  it('refuses an event that no reader would receive', async () => {
    await expect(log.append('thing-1', [], { expected: 'any' })).resolves.toBeDefined();
    expect(() => log.append('other-1', [], { expected: 'any' })).toThrow('other-1: its aggregate is not registered');
  });
});

describe('an older event in the log as the application sees it', () => {
  const older = { ...stored('thing-1'), data: { name: 'old' } };
  const lifted = { data: { title: 'old' }, metadata: { schemaVersion: 2, storedVersion: 1 } };
  async function* one() {
    yield await Promise.resolve(older);
  }
  const store = {
    readAll: one,
    readStream: one,
    subscribeAll: ({ onBatch }: SubscribeOptions) => onBatch([older], older.position),
  } as unknown as EventStore;
  const things = [
    {
      category: 'thing',
      upcasters: { ThingHappened: [(data: unknown) => ({ title: (data as { name: string }).name })] },
    },
  ];
  async function first(events: AsyncIterable<StoredEvent>): Promise<StoredEvent | undefined> {
    let found: StoredEvent | undefined;
    for await (const event of events) found ??= event;
    return found;
  }
  const readers: [string, (log: EventStore) => Promise<unknown>][] = [
    ['its stream', (log) => first(log.readStream('thing-1'))],
    ['all streams', (log) => first(log.readAll())],
    [
      'a subscription',
      (log) =>
        new Promise(
          (done) => void log.subscribeAll({ from: 'start', onBatch: (events) => Promise.resolve(done(events[0])) }),
        ),
    ],
  ];

  it.each(readers)('is upcast to today’s version, read by %s', async (_, read) => {
    expect(await read(scopedEventStore(store, things))).toMatchObject(lifted);
  });

  it.each(readers)('is unchanged for readers that ask for stored events, read by %s', async (_, read) => {
    expect(await read(scopedEventStore(store, things, { asStored: true }))).toBe(older);
  });
});
