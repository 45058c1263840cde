import { setTimeout as delay } from 'node:timers/promises';
import { Client, DatabaseError } from 'pg';
import { SUPERUSER } from './data-dir';

/** The database for the program's tables; Postgres' own stays for administration. */
const DATABASE = 'storyreel';
const POLL_MS = 20;
const SILENCE_LIMIT_MS = 30_000;
/** Crash recovery of a large database may take this long; the server says so meanwhile. */
const RECOVERY_LIMIT_MS = 10 * 60_000;
const CANNOT_CONNECT_NOW = '57P03';
/** Duplicate database; the second is its form when both are created at the same moment. */
const CREATED_MEANWHILE = ['42P04', '23505'];

export const databaseUrl = (port: number, password: string, database = DATABASE): string =>
  `postgres://${SUPERUSER}:${encodeURIComponent(password)}@127.0.0.1:${port}/${database}`;

export type Readiness =
  { state: 'ready'; port: number } | { state: 'exited'; cause: unknown } | { state: 'failed'; cause: unknown };

/** Waits until the server answers queries (and holds our database), has exited, refuses us, or stays silent. */
export async function waitUntilReady(
  currentPort: () => number | null,
  password: string,
  isRunning: () => boolean,
): Promise<Readiness> {
  const started = Date.now();
  let cause: unknown = new Error('the server has not said its port');
  let limit = SILENCE_LIMIT_MS;
  while (Date.now() - started < limit) {
    const port = currentPort();
    try {
      if (port !== null) {
        await ensureDatabase(port, password);
        return { state: 'ready', port };
      }
    } catch (error) {
      cause = error;
      if (error instanceof DatabaseError) {
        if (error.code !== CANNOT_CONNECT_NOW) return { state: 'failed', cause };
        limit = RECOVERY_LIMIT_MS;
      }
    }
    if (!isRunning()) return { state: 'exited', cause };
    await delay(POLL_MS);
  }
  return { state: 'failed', cause };
}

async function ensureDatabase(port: number, password: string): Promise<void> {
  const connectionString = databaseUrl(port, password, 'postgres');
  const client = new Client({ connectionString, connectionTimeoutMillis: 2000 });
  // Without a listener a server that dies meanwhile would take this process with it; the query fails as well.
  client.on('error', () => undefined);
  try {
    await client.connect();
    const { rowCount } = await client.query('select from pg_database where datname = $1', [DATABASE]);
    if (rowCount === 0) await client.query(`create database ${DATABASE}`);
  } catch (error) {
    const createdByAnotherStarter = error instanceof DatabaseError && CREATED_MEANWHILE.includes(error.code ?? '');
    if (!createdByAnotherStarter) throw error;
  } finally {
    await client.end();
  }
}
