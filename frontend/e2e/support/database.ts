import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import path from 'node:path';
import { ROOT } from '../../../scripts/lib/paths.mjs';
import type { TestServer } from './server';

interface Client {
  connect(): Promise<void>;
  query(text: string, values?: unknown[]): Promise<unknown>;
  end(): Promise<void>;
}
/** The driver is the backend's: nothing in a browser reads a database. */
const { Client: PgClient } = createRequire(path.join(ROOT, 'backend/package.json'))('pg') as {
  Client: new (options: { connectionString: string }) => Client;
};

/** Changes rows of a server's embedded Postgres, for states that no API call can produce. */
export async function inDatabase({ home }: Pick<TestServer, 'home'>, text: string, values: unknown[]): Promise<void> {
  const folder = path.join(home, 'postgres');
  const password = (await readFile(`${folder}.password`, 'utf8')).trim();
  // The fourth line of the file is the port.
  const port = (await readFile(path.join(folder, 'postmaster.pid'), 'utf8')).split('\n')[3]?.trim();
  const connectionString = `postgres://storyreel:${encodeURIComponent(password)}@127.0.0.1:${port}/storyreel`;
  const client = new PgClient({ connectionString });
  await client.connect();
  await client.query(text, values);
  await client.end();
}
