import { randomUUID } from 'node:crypto';
import { Client, Pool } from 'pg';

/** Environment variable in which the global set-up stores the address of the test server. */
export const TEST_SERVER_URL = 'STORYREEL_TEST_SERVER_URL';
/** The session secret of servers that tests start. */
export const TEST_SECRET = 'a-secret-that-only-tests-use-0123456789';
/** Environment variable for the run's folder, which is removed when the run ends. */
export const TEST_FOLDER = 'STORYREEL_TEST_FOLDER';

export interface TestDatabase {
  url: string;
  pool: Pool;
  /** Closes the pool and deletes the database, even while others are connected. */
  drop(): Promise<void>;
}

/** Creates an empty database on the test server of this run. Make one per spec file, and drop it afterwards. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const serverUrl = process.env[TEST_SERVER_URL];
  if (!serverUrl) throw new Error('No test server: name the file *.int.spec.ts or *.api.spec.ts');
  const name = `test_${randomUUID().replaceAll('-', '')}`;
  await onServer(serverUrl, `create database ${name} template template0`);
  const url = new URL(serverUrl);
  url.pathname = `/${name}`;
  const pool = new Pool({ connectionString: url.href, max: 10 });
  // A test may terminate idle connections; users of one get the error anyway.
  pool.on('error', () => undefined);
  return {
    url: url.href,
    pool,
    async drop() {
      await pool.end();
      await onServer(serverUrl, `drop database if exists ${name} with (force)`);
    },
  };
}

/** Counts a user's events, of some types or of all, without reading them. */
export async function countEvents(
  pool: Pool,
  ownerId: string,
  types: readonly string[] | null = null,
): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    `select count(*)::int from event_store.events
      where metadata ->> 'ownerId' = $1 and ($2::text[] is null or type = any($2))`,
    [ownerId, types],
  );
  return rows[0]?.count ?? 0;
}

async function onServer(url: string, sql: string): Promise<void> {
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    await client.query(sql);
  } finally {
    await client.end();
  }
}
