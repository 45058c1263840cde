import { randomUUID } from 'node:crypto';
import { EventStoreDBClient, jsonEvent } from '@eventstore/db-client';
import { createTestDatabase } from '../../../testing/test-database';
import { eventually } from '../../../testing/eventually';
import { createEventStore } from '../create-event-store';
import { startStubServer } from '../eventstoredb/stub/stub-server';
import {
  AppendTooLarge,
  type EventStore,
  MAX_APPEND_BYTES,
  type NewEvent,
  type StoredEvent,
  StoreUnavailable,
  StreamNotFound,
  WrongExpectedRevision,
} from '../event-store';
import { openEventStoreDb } from '../eventstoredb/open-eventstoredb';
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

interface Backend {
  /** Opens a node's store with an empty cache. */
  open(): Promise<EventStore>;
  /** Opens the underlying store, without support for large events. */
  openBare(): Promise<EventStore>;
  close(): Promise<void>;
}

async function onPostgres(): Promise<Backend> {
  const database = await createTestDatabase();
  return {
    open: () => createEventStore({ databaseUrl: database.url }),
    openBare: () => Promise.resolve(new PostgresEventStore({ pool: database.pool })),
    close: () => database.drop(),
  };
}

const once = { forMs: 0, everyMs: 1, onRetry: () => undefined };
const urlOf = ({ port }: { port: number }) => `esdb://127.0.0.1:${port}?tls=false`;

async function onEventStoreDb(): Promise<Backend> {
  const server = await startStubServer();
  return {
    open: () => createEventStore({ eventStoreUrl: urlOf(server) }),
    openBare: () => openEventStoreDb(urlOf(server), once),
    close: () => Promise.resolve(server.stop()),
  };
}

describe.each([
  ['Postgres', onPostgres],
  ["EventStoreDB's protocol", onEventStoreDb],
])('an event larger than one append, on %s', (_backend, start) => {
  let backend: Backend;
  let store: EventStore;
  beforeAll(async () => {
    backend = await start();
    store = await backend.open();
  });
  afterAll(async () => {
    await store.close();
    await backend.close();
  });

  async function all(events: AsyncIterable<StoredEvent>): Promise<StoredEvent[]> {
    const list: StoredEvent[] = [];
    for await (const each of events) list.push(each);
    return list;
  }
  const elsewhere = () => backend.open();

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

  it('is also formed by many smaller events appended together', async () => {
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

  it('is delivered to subscribers whole and in order', async () => {
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

  /** Wraps a store that fails as if its node had been killed, after `after` appends to streams of the given kind. */
  function killedAt(inner: EventStore, kind: string, after: number): EventStore {
    let left = after;
    return new Proxy(inner, {
      get(target, property) {
        if (property === 'append') {
          return (...call: Parameters<EventStore['append']>) =>
            call[0].startsWith(kind) && left-- <= 0
              ? Promise.reject(new StoreUnavailable('killed'))
              : target.append(...call);
        }
        const value: unknown = Reflect.get(target, property, target);
        return typeof value === 'function' ? (value.bind(target) as unknown) : value;
      },
    });
  }
  const partsIn = async (log: EventStore) =>
    (await all(log.readAll())).filter(({ type }) => type === 'ContentPart').length;

  it.each([
    ['midway', 'content-', 2],
    // This count includes the first attempt, which is measured and found too large.
    ['between the last part and the event that lists the parts', 'project-', 1],
  ])(
    'leaves nothing in its stream when the node stops %s, and a repeat completes the append',
    async (_, kind, after) => {
      const inner = await backend.openBare();
      const before = await partsIn(inner);
      const streamId = `project-${randomUUID()}`;
      const large = event({ text: Array.from({ length: 60_000 }, () => randomUUID()).join('') });
      const append = (to: EventStore) => to.append(streamId, [large], { expected: 'no_stream' });
      await expect(append(new LargeEventStore(killedAt(inner, kind, after)))).rejects.toThrow(StoreUnavailable);
      const left = (await partsIn(inner)) - before;
      expect(left).toBeGreaterThan(1);
      // The event appears neither in its stream nor in the log.
      await expect(all(store.readStream(streamId))).rejects.toThrow(StreamNotFound);
      expect((await all(store.readAll({ filter: { types: ['Written'] } }))).map(({ id }) => id)).not.toContain(
        large.id,
      );

      await append(new LargeEventStore(inner));
      const other = await elsewhere();
      expect((await all(other.readStream(streamId)))[0]?.data).toEqual(large.data);
      await other.close();
      // No part was written twice.
      const [named] = await all(inner.readStream(streamId));
      expect(await partsIn(inner)).toBe(before + Number((named?.metadata?.dataIn as { parts: number }).parts));
      await inner.close();
    },
  );

  it('has a limit of its own', async () => {
    const text = 'x'.repeat(65 * 1024 * 1024);
    await expect(store.append(`project-${randomUUID()}`, [event({ text })], { expected: 'no_stream' })).rejects.toThrow(
      AppendTooLarge,
    );
  });
});

describe('the largest append that EventStoreDB accepts', () => {
  it('is not split into parts', async () => {
    const server = await startStubServer();
    const client = EventStoreDBClient.connectionString(urlOf(server));
    const bare = await openEventStoreDb(urlOf(server), once);
    const store = await createEventStore({ eventStoreUrl: urlOf(server) });
    const fits = (bytes: number): NewEvent => {
      const made = event({ text: '' });
      const room =
        bytes - JSON.stringify(made.data).length - JSON.stringify(made.metadata).length - 2 * made.type.length;
      return { ...made, data: { text: 'x'.repeat(room) } };
    };
    const sent = ({ type, data, metadata }: NewEvent) =>
      client.appendToStream(`project-${randomUUID()}`, [jsonEvent({ type, data: data as { text: string }, metadata })]);
    const [largest, larger] = [fits(MAX_APPEND_BYTES), fits(MAX_APPEND_BYTES + 1)];
    // The server's own limit equals ours; this client bypasses our check.
    await sent(largest);
    await expect(sent(larger)).rejects.toMatchObject({ type: 'maximum-append-size-exceeded' });

    for (const [each, dataIn] of [
      [largest, undefined],
      [larger, expect.objectContaining({ parts: 1 })],
    ] as const) {
      const streamId = `project-${randomUUID()}`;
      await store.append(streamId, [each], { expected: 'no_stream' });
      for await (const stored of bare.readStream(streamId)) expect(stored.metadata?.dataIn).toEqual(dataIn);
      for await (const read of store.readStream(streamId)) expect(read.data).toEqual(each.data);
    }
    await client.dispose();
    await bare.close();
    await store.close();
    server.stop();
  });
});
