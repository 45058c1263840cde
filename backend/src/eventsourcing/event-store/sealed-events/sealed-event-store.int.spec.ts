import { randomBytes, randomUUID } from 'node:crypto';
import { eventually } from '../../../testing/eventually';
import { createTestDatabase, TEST_SECRET, type TestDatabase } from '../../../testing/test-database';
import { createEventStore } from '../create-event-store';
import { describeEventStore } from '../conformance/describe-event-store';
import { all } from '../conformance/harness';
import { startStubServer } from '../eventstoredb/stub/stub-server';
import type { EventStore, NewEvent, StoredEvent } from '../event-store';
import { postgresHarness } from '../postgres/testing/postgres-harness';
import { AccountErased, AccountKeys, masterKeys } from './account-keys';
import { asStored, SealedEventStore } from './sealed-event-store';

const masters = masterKeys({ sessionSecret: TEST_SECRET });
const isInClear = ({ streamId }: Pick<StoredEvent, 'streamId'>) => streamId.startsWith('wallet-');
const TEXTS = {
  'a short text': 'A secret lamp.',
  'a long text': 'A secret lamp. '.repeat(1_500),
  'more than one append holds': Array.from({ length: 40_000 }, () => `secret ${randomUUID()}`).join(''),
  'lone surrogates and NUL': 'secret \ud800 \u0000 😀',
};

describe.each(['Postgres', "EventStoreDB's protocol"])('encrypted events, on %s', (backend) => {
  let database: TestDatabase;
  let settings: { databaseUrl: string; eventStoreUrl?: string };
  let keys: AccountKeys;
  let store: EventStore;
  let bare: EventStore;
  let stop: () => void = () => undefined;
  beforeAll(async () => {
    database = await createTestDatabase();
    const server = backend === 'Postgres' ? null : await startStubServer();
    stop = () => server?.stop();
    settings = {
      databaseUrl: database.url,
      ...(server && { eventStoreUrl: `esdb://127.0.0.1:${server.port}?tls=false` }),
    };
    keys = await AccountKeys.open(database.pool, masters);
    store = await createEventStore({ ...settings, seals: { keys, isInClear } });
    bare = await createEventStore(settings);
  });
  afterAll(async () => {
    await store.close();
    await bare.close();
    await database.drop();
    stop();
  });

  const event = (ownerId: string, text: string): NewEvent => ({
    id: randomUUID(),
    type: 'Written',
    data: { text },
    metadata: { ownerId, at: 'now' },
  });
  const append = async (ownerId: string, texts: readonly string[], category = 'project') => {
    const streamId = `${category}-${randomUUID()}`;
    const events = texts.map((text) => event(ownerId, text));
    await store.append(streamId, events, { expected: 'no_stream' });
    return { streamId, events };
  };
  /** Opens the store as another node would, without cached keys. */
  const another = async () =>
    createEventStore({ ...settings, seals: { keys: await AccountKeys.open(database.pool, masters), isInClear } });
  const textsOf = (events: readonly StoredEvent[]) => events.map(({ data }) => (data as { text: string } | null)?.text);

  it.each(Object.entries(TEXTS))('are the same for every reader, and unreadable in the log: %s', async (_, text) => {
    const { streamId, events } = await append(randomUUID(), [text, 'short']);
    const node = await another();
    for (const reader of [store, node]) {
      const read = await all(reader.readStream(streamId));
      expect(read.map(({ data }) => data)).toEqual(events.map(({ data }) => data));
      expect(read[0]?.metadata).toMatchObject(events[0]?.metadata ?? {});
    }
    const stored = await all(bare.readStream(streamId));
    expect(JSON.stringify(stored.map(({ data, metadata }) => [data, metadata]))).not.toContain('secret');
    expect((await all(store.readStream(streamId, { asStored: true }))).map((one) => asStored(one).data)).toEqual(
      stored.map(({ data }) => data),
    );
    const { rows } = await database.pool
      .query<{ text: string }>(`select string_agg(data::text, '') as text from event_store.events`)
      .catch(() => ({ rows: [{ text: '' }] }));
    expect(rows[0]?.text ?? '').not.toContain('secret');
    await node.close();
  });

  it('are delivered decrypted to subscribers, in order with unencrypted ones', async () => {
    const owner = randomUUID();
    const seen: StoredEvent[] = [];
    let caughtUp = (): void => undefined;
    const begun = new Promise<void>((resolve) => (caughtUp = resolve));
    const subscription = store.subscribeAll({
      from: 'end',
      filter: { types: ['Written'] },
      onBatch: (events) => Promise.resolve(void seen.push(...events)),
      onCaughtUp: () => caughtUp(),
    });
    await begun;
    await append(owner, ['one', TEXTS['a long text']]);
    const wallet = await append(owner, ['amount'], 'wallet');
    await append(owner, ['two']);
    await eventually('All four', () => Promise.resolve(seen.length >= 4 ? true : null), 20_000);
    expect(textsOf(seen)).toEqual(['one', TEXTS['a long text'], 'amount', 'two']);
    expect((await all(bare.readStream(wallet.streamId)))[0]?.data).toEqual({ text: 'amount' });
    await subscription.stop();
  });

  it('become unreadable with the deletion of their key, while unencrypted ones and those of others stay', async () => {
    const [gone, other] = [randomUUID(), randomUUID()];
    const { streamId } = await append(gone, ['one', 'two']);
    const wallet = await append(gone, ['amount'], 'wallet');
    const others = await append(other, ['three']);
    await keys.destroy(gone);
    await keys.destroy(gone);
    const node = await another();
    for (const reader of [store, node]) {
      expect(await all(reader.readStream(streamId))).toMatchObject([
        { erased: true, data: null },
        { erased: true, data: null },
      ]);
      expect(textsOf(await all(reader.readStream(wallet.streamId)))).toEqual(['amount']);
      expect(textsOf(await all(reader.readStream(others.streamId)))).toEqual(['three']);
      await expect(reader.append(`project-${randomUUID()}`, [event(gone, 'x')], { expected: 'any' })).rejects.toThrow(
        AccountErased,
      );
    }
    await append(gone, ['amount'], 'wallet');
    expect(await keys.erased()).toContain(gone);
    await node.close();
  });

  it('cannot be moved to another event', async () => {
    const owner = randomUUID();
    const { streamId } = await append(owner, ['one']);
    const [stored] = await all(bare.readStream(streamId));
    const moved = `project-${randomUUID()}`;
    if (!stored) throw new Error('nothing stored');
    const { type, data, metadata } = stored;
    await bare.append(moved, [{ id: randomUUID(), type, data, metadata }], { expected: 'no_stream' });
    const [read] = await all(store.readStream(moved));
    expect(read?.data).toBeNull();
    expect(read?.unreadable).toBeDefined();
  });

  it('stay readable when the master key is changed, and the former key can be removed', async () => {
    const { streamId } = await append(randomUUID(), ['one']);
    const next = masterKeys({ accountKeys: [{ id: '2027', key: randomBytes(32) }], sessionSecret: TEST_SECRET });
    const opened = await AccountKeys.open(database.pool, next);
    expect(await opened.rewrap()).toBeGreaterThan(1);
    expect(await opened.rewrap()).toBe(0);
    const alone = await AccountKeys.open(database.pool, next.slice(0, 1));
    const node = await createEventStore({ ...settings, seals: { keys: alone, isInClear } });
    expect(textsOf(await all(node.readStream(streamId)))).toEqual(['one']);
    await node.close();
    await expect(AccountKeys.open(database.pool, masters)).rejects.toThrow('ACCOUNT_KEYS');
    await expect(AccountKeys.open(database.pool, masters, { isTool: true })).rejects.toThrow('ACCOUNT_KEYS');
  });
});

describe('the conformance suite, through encryption', () => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await createTestDatabase();
  });
  afterAll(() => database.drop());
  describeEventStore('Postgres, encrypted', async () => {
    const harness = await postgresHarness(database);
    const keys = await AccountKeys.open(database.pool, masters);
    const sealed = (store: EventStore) => new SealedEventStore(store, keys, () => false);
    return { ...harness, store: sealed(harness.store), open: () => sealed(harness.open()) };
  });
});
