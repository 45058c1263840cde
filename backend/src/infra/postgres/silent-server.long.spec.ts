import type { Pool } from 'pg';
import { createTestDatabase, type TestDatabase } from '../../testing/test-database';
import { startTcpProxy, type TcpProxy } from '../../eventsourcing/event-store/eventstoredb/stub/tcp-proxy';
import { createPool } from './pg-pool';
import { ensurePlatformSchema } from '../../eventsourcing/platform-schema';
import { acquireLease } from './leader-term';
import { inTransaction } from './transaction';

const ANSWER_MS = 1_500;

describe('a database that falls silent', () => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let pool: Pool;
  beforeEach(async () => {
    database = await createTestDatabase();
    await ensurePlatformSchema(database.pool);
    const url = new URL(database.url);
    proxy = await startTcpProxy({ host: url.hostname, port: Number(url.port) });
    url.host = `127.0.0.1:${proxy.port}`;
    pool = createPool(url.href, () => undefined, { queryMs: ANSWER_MS });
  });
  afterEach(async () => {
    await pool.end();
    await proxy.close();
    await database.drop();
  });

  it('fails pending queries, and is reached again over another connection', async () => {
    await pool.query('select 1');
    proxy.fallSilent();
    await expect(pool.query('select 1')).rejects.toThrow('Query read timeout');
    await expect(pool.query('select 1')).resolves.toMatchObject({ rowCount: 1 });
  });

  it('fails a transaction at once, without waiting for a rollback', async () => {
    const asked: string[] = [];
    const work = inTransaction(pool, async (client) => {
      const query = client.query.bind(client) as (text: string) => Promise<unknown>;
      client.query = ((text: string) => (asked.push(text), query(text))) as typeof client.query;
      proxy.fallSilent();
      await client.query('select 1');
    });
    await expect(work).rejects.toThrow('Query read timeout');
    expect(asked).toEqual(['select 1']);
    expect(pool.totalCount).toBe(0);
  });

  it('ends the term of a leader, which could not be renewed', async () => {
    const errors: unknown[] = [];
    const onError = (error: unknown) => void errors.push(error);
    const leaderTerm = await acquireLease({ pool, name: 'work', holder: 'us', ttlMs: 300, onError });
    proxy.fallSilent();
    await new Promise((resolve) => leaderTerm?.signal.addEventListener('abort', resolve));
    expect(errors).toEqual([new Error('Query read timeout')]);
  });

  it('is waited for by work that has lifted the timeout, until its transaction ends', async () => {
    const long = `select pg_sleep(${(ANSWER_MS * 1.5) / 1_000})`;
    await inTransaction(pool, async (client) => {
      await client.query('set local statement_timeout = 0; set local lock_timeout = 0');
      await client.query(long);
    });
    await expect(inTransaction(pool, (client) => client.query(long))).rejects.toThrow('Query read timeout');
  });
});

describe('a database that accepts no writes', () => {
  it('causes the connection of the refused transaction to be closed', async () => {
    const database = await createTestDatabase();
    const pool = createPool(`${database.url}?options=-c%20default_transaction_read_only%3Don`, () => undefined);
    await inTransaction(pool, (client) => client.query('select 1'));
    expect(pool.totalCount).toBe(1);
    await expect(inTransaction(pool, (client) => client.query('create table t ()'))).rejects.toThrow('read-only');
    expect(pool.totalCount).toBe(0);
    await pool.end();
    await database.drop();
  });
});
