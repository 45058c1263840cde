import { existsSync } from 'node:fs';
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { once } from 'node:events';
import os from 'node:os';
import path from 'node:path';
import { Client } from 'pg';
import { freePort } from './server-process';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './start-embedded-postgres';

async function query(url: string, text: string): Promise<unknown> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined);
  await client.connect();
  try {
    const { rows } = await client.query<Record<string, unknown>>(text);
    return Object.values(rows[0] ?? {})[0];
  } finally {
    await client.end();
  }
}

describe('the embedded Postgres', () => {
  let folder: string;
  let dataDir: string;
  const started: EmbeddedPostgres[] = [];
  const start = async (port?: number) => {
    const server = await startEmbeddedPostgres({ dataDir, ...(port !== undefined && { port }) });
    started.push(server);
    return server;
  };

  beforeAll(async () => {
    folder = await mkdtemp(path.join(os.tmpdir(), 'storyreel-embedded-'));
    dataDir = path.join(folder, 'deep', 'postgres');
    const { url } = await start();
    await query(url, 'create table kept as select 7 as n');
  });
  afterEach(async () => {
    for (const server of started.splice(0)) await server.stop();
  });
  afterAll(() => rm(folder, { recursive: true, force: true }));

  it('is durable, speaks UTF-8, and listens on this machine only', async () => {
    const { url } = await start();
    expect(await query(url, 'show fsync')).toBe('on');
    expect(await query(url, 'show synchronous_commit')).toBe('on');
    expect(await query(url, 'show full_page_writes')).toBe('on');
    expect(await query(url, 'show server_encoding')).toBe('UTF8');
    expect(await query(url, 'show listen_addresses')).toBe('127.0.0.1');
    expect(await query(url, `select upper('ångström – zoë')`)).toBe('ÅNGSTRÖM – ZOË');
  });

  it('accepts no connection without the password, which only its owner can read', async () => {
    const { url } = await start();
    const wrong = new URL(url);
    wrong.password = 'guess';
    await expect(query(wrong.href, 'select 1')).rejects.toThrow(/password authentication failed/);
    const file = `${dataDir}.password`;
    expect((await stat(file)).mode & 0o777).toBe(0o600);
    expect(url).toContain(await readFile(file, 'utf8'));
    expect(await query(url, `select rolpassword from pg_authid where rolname = 'storyreel'`)).toMatch(/^SCRAM-SHA-256/);
  });

  it('is reused when it is still running, as after a kill -9 of the program', async () => {
    const first = await start();
    const second = await start();
    expect(first.reused).toBe(false);
    expect(second).toMatchObject({ reused: true, pid: first.pid, port: first.port, url: first.url });
    await second.stop();
    await expect(query(first.url, 'select 1')).rejects.toThrow();
  });

  it('recovers from its own kill -9 while a client is busy', async () => {
    const first = await start();
    const sleeper = query(first.url, 'select pg_sleep(60)').catch((error: unknown) => error);
    process.kill(first.pid, 'SIGKILL');
    const second = await start();
    expect(second.reused).toBe(false);
    expect(await query(second.url, 'select n from kept')).toBe(7);
    expect(await sleeper).toBeDefined();
  });

  it('overcomes a pid file that names another living process', async () => {
    const { pid } = await start();
    const lines = (await readFile(path.join(dataDir, 'postmaster.pid'), 'utf8')).split('\n');
    process.kill(pid, 'SIGKILL');
    await writeFile(path.join(dataDir, 'postmaster.pid'), [String(process.pid), ...lines.slice(1)].join('\n'));
    const { url, reused } = await start();
    expect(reused).toBe(false);
    expect(await query(url, 'select n from kept')).toBe(7);
  });

  it('is one server for several starters at once', async () => {
    const servers = await Promise.all([start(), start(), start()]);
    expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
    expect(servers.filter(({ reused }) => !reused)).toHaveLength(1);
  });

  it('is made once by several starters at once', async () => {
    const fresh = path.join(folder, 'fresh');
    const servers = await Promise.all([1, 2].map(() => startEmbeddedPostgres({ dataDir: fresh })));
    started.push(...servers);
    expect(new Set(servers.map(({ url }) => url)).size).toBe(1);
    for (const { url } of servers) expect(await query(url, 'select 1')).toBe(1);
  });

  it('stops cleanly, however often stop is called', async () => {
    const server = await start();
    await Promise.all([server.stop(), server.stop()]);
    await server.stop();
    expect(existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
    expect(await readFile(`${dataDir}.log`, 'utf8')).toMatch(/database system is shut down\s*$/);
  });

  it('uses the given port', async () => {
    const port = await freePort();
    const { url } = await start(port);
    expect(new URL(url).port).toBe(String(port));
  });

  it('reports with its log why it cannot start', async () => {
    const taken = createServer().listen(0, '127.0.0.1');
    await once(taken, 'listening');
    const address = taken.address();
    const port = typeof address === 'object' && address ? address.port : 0;
    await expect(start(port)).rejects.toThrow(/did not start \(exit code 1\)[^]*could not bind[^]*in use/);
    taken.close();
  });

  it('gives advice when the password is lost', async () => {
    const file = `${dataDir}.password`;
    const password = await readFile(file, 'utf8');
    await rm(file);
    await expect(start()).rejects.toThrow(/password is missing[^]*Restore the file/);
    await writeFile(file, password, { mode: 0o600 });
  });

  it('does not touch the folder of another version', async () => {
    const file = path.join(dataDir, 'PG_VERSION');
    const version = await readFile(file, 'utf8');
    await writeFile(file, '9.6\n');
    await expect(start()).rejects.toThrow(/made by Postgres 9.6, the installed one is 18/);
    await writeFile(file, version);
  });
});
