import { Pool, type PoolClient } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import { newEvents, newStream } from '../conformance/harness';
import { startTcpProxy, type TcpProxy } from '../eventstoredb/stub/tcp-proxy';
import { OutcomeUnknown, StoreUnavailable } from '../event-store';
import { ensureEventStoreSchema } from './schema';
import { PostgresEventStore } from './postgres-event-store';

const ANSWER_MS = 2_500;

describe('a server that', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let pool: Pool;
  let store: PostgresEventStore;
  beforeEach(async () => {
    database = await createTestDatabase();
    await ensureEventStoreSchema(database.pool);
    const url = new URL(database.url);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.host = `127.0.0.1:${proxy.port}`;
    pool = new Pool({ connectionString: url.href, max: 4 });
    pool.on('error', () => undefined);
    store = new PostgresEventStore({ pool, answerMs: ANSWER_MS });
  });
  afterEach(async () => {
    await store.close();
    await pool.end();
    await proxy.close();
    await database.drop();
  });
  const append = () => store.append(newStream(), newEvents(1), { expected: 'no_stream' });
  const setReadOnly = (value: string) =>
    database.pool.query(`do $$ begin execute
      format('alter database %I set default_transaction_read_only = ${value}', current_database()); end $$`);

  it('accepts no writes is not ready, and is replaced as soon as another one accepts them', async () => {
    await setReadOnly('on');
    await expect(store.ready()).rejects.toThrow(StoreUnavailable);
    const refused = await append().catch((error: unknown) => error);
    expect(refused).toBeInstanceOf(StoreUnavailable);
    expect(refused).not.toBeInstanceOf(OutcomeUnknown);
    expect(pool.totalCount).toBe(0);
    await setReadOnly('off');
    await expect(store.ready()).resolves.toBeUndefined();
    await expect(append()).resolves.toMatchObject({ nextExpectedRevision: 0n });
  });

  it('no longer accepts writes loses the connection for appends', async () => {
    const connected: PoolClient[] = [];
    pool.on('connect', (client) => connected.push(client));
    await append();
    // Sessions are set to read-only in this way when a disk is full.
    for (const client of connected) await client.query('set default_transaction_read_only = on');
    await expect(append()).rejects.toThrow(StoreUnavailable);
    await expect(append()).resolves.toMatchObject({ nextExpectedRevision: 0n });
  });

  it('stops responding leaves the outcome of the current append open; those behind it use another connection', async () => {
    await append();
    proxy.fallSilent();
    const underWay = append();
    const next = new Promise((resolve) => process.nextTick(() => setImmediate(() => resolve(append()))));
    await expect(underWay).rejects.toThrow(OutcomeUnknown);
    await expect(next).resolves.toMatchObject({ nextExpectedRevision: 0n });
  });
});
