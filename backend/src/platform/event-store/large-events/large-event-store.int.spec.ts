import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { eventually } from '../../../testing/eventually';
import { createEventStore } from '../create-event-store';
import {
  AppendTooLarge,
  type EventStore,
  type NewEvent,
  type StoredEvent,
  StoreUnavailable,
  WrongExpectedRevision,
} from '../event-store';
import { PostgresEventStore } from '../postgres/postgres-event-store';
import { LargeEventStore } from './large-event-store';

const event = (data: unknown): NewEvent => ({ id: randomUUID(), type: 'Written', data, metadata: { by: 'ada' } });
const texts = {
  'prose in English': 'Mara climbed the stairs. '.repeat(160_000),
  'quotes and line ends': '"No," she said.\n'.repeat(160_000),
  Chinese: '灯台の守り人は夜明けに階段を登った。'.repeat(60_000),
  emoji: '😀🗼'.repeat(200_000),
  'control characters': '\u0001\u001f'.repeat(500_000),
  'what does not compress': Array.from({ length: 60_000 }, () => randomUUID()).join(''),
};

describe('an event larger than one append', () => {
  let database: TestDatabase;
  let store: EventStore;
  beforeAll(async () => {
    database = await createTestDatabase();
    store = await createEventStore({ databaseUrl: database.url });
  });
  afterAll(async () => {
    await store.close();
    await database.drop();
  });

  async function all(events: AsyncIterable<StoredEvent>): Promise<StoredEvent[]> {
    const list: StoredEvent[] = [];
    for await (const each of events) list.push(each);
    return list;
  }
  /** A second node, which has nothing in memory. */
  const elsewhere = () => createEventStore({ databaseUrl: database.url });

  it.each(Object.entries(texts))('is stored and read by every node: %s', async (_, text) => {
    const streamId = `project-${randomUUID()}`;
    const written = [event({ small: 1 }), event({ text }), event({ small: 2 })];
    const { nextExpectedRevision } = await store.append(streamId, written, { expected: 'no_stream' });
    expect(nextExpectedRevision).toBe(2n);
    const other = await elsewhere();
    const read = await all(other.readStream(streamId));
    expect(read.map(({ id, type, data }) => ({ id, type, data }))).toEqual(
      written.map(({ id, type, data }) => ({ id, type, data })),
    );
    expect(read[1]?.metadata).toMatchObject({ by: 'ada' });
    await other.close();
  });

  it('fits also when many that are not large come together', async () => {
    const streamId = `project-${randomUUID()}`;
    const written = Array.from({ length: 400 }, (_, n) => event({ n, text: `${n}`.repeat(4_000) }));
    await store.append(streamId, written, { expected: 'no_stream' });
    const read = await all(store.readStream(streamId));
    expect(read.map(({ data }) => data)).toEqual(written.map(({ data }) => data));
  });

  it('is appended at an exact revision, or not at all', async () => {
    const streamId = `project-${randomUUID()}`;
    const large = () => event({ text: texts.Chinese });
    await store.append(streamId, [large()], { expected: 'no_stream' });
    await expect(store.append(streamId, [large()], { expected: 'no_stream' })).rejects.toThrow(WrongExpectedRevision);
    await store.append(streamId, [large()], { expected: 0n });
    expect(await all(store.readStream(streamId))).toHaveLength(2);
  });

  it('comes to subscribers whole, in order, between its neighbours', async () => {
    const other = await elsewhere();
    const seen: StoredEvent[] = [];
    let refuse = 2;
    const subscription = other.subscribeAll({
      from: 'end',
      filter: { types: ['Written'] },
      onBatch: (events) => {
        if (events.length > 0 && refuse-- > 0) return Promise.reject(new Error('not yet'));
        seen.push(...events);
        return Promise.resolve();
      },
      onCaughtUp: () => caughtUp(),
    });
    let caughtUp = (): void => undefined;
    await new Promise<void>((resolve) => (caughtUp = resolve));
    const streamId = `project-${randomUUID()}`;
    const written = Array.from({ length: 6 }, (_, n) => event({ n, text: n % 2 ? texts.emoji : 'short' }));
    for (const [n, each] of written.entries()) {
      await store.append(streamId, [each], { expected: n === 0 ? 'no_stream' : BigInt(n - 1) });
    }
    await eventually('All six', () => Promise.resolve(seen.length >= 6 ? true : null), 20_000);
    expect(seen.map(({ data }) => data)).toEqual(written.map(({ data }) => data));
    await subscription.stop();
    await other.close();
  });

  it('leaves nothing in its stream when the node stops midway, and the repeat goes on from there', async () => {
    const { pool } = database;
    const inner = new PostgresEventStore({ pool });
    const streamId = `project-${randomUUID()}`;
    let left = 2;
    const failing = new Proxy(inner, {
      get(target, property) {
        if (property === 'append') {
          return (...call: Parameters<EventStore['append']>) =>
            call[0].startsWith('content-') && left-- <= 0
              ? Promise.reject(new StoreUnavailable('killed'))
              : target.append(...call);
        }
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
    const large = event({ text: texts['what does not compress'] });
    const append = (to: EventStore) => to.append(streamId, [large], { expected: 'no_stream' });
    await expect(append(new LargeEventStore(failing))).rejects.toThrow(StoreUnavailable);
    await expect(all(inner.readStream(streamId))).rejects.toThrow();
    await append(new LargeEventStore(inner));
    expect((await all(new LargeEventStore(inner).readStream(streamId)))[0]?.data).toEqual(large.data);
    await inner.close();
  });

  it('has a limit of its own', async () => {
    const text = 'x'.repeat(65 * 1024 * 1024);
    await expect(store.append(`project-${randomUUID()}`, [event({ text })], { expected: 'no_stream' })).rejects.toThrow(
      AppendTooLarge,
    );
  });
});
