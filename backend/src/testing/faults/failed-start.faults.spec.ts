import { chmodSync, existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readPostmasterPid } from '../../infra/embedded-postgres/server-process';
import { createTestDatabase } from '../test-database';
import { ServerProcess } from './server-process';

const NOBODY = 65_534;
/**
 * Root can access every folder, so the process drops its rights when it first touches its data directory, not before:
 * its own code may be readable by root only.
 */
const GIVES_UP_RIGHTS = `
  const fs = require('node:fs');
  const { mkdirSync } = fs;
  fs.mkdirSync = (...given) => {
    process.setuid(${NOBODY});
    return mkdirSync(...given);
  };`;
let folder: string;
let home: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'storyreel-start-'));
  // Readable for the user without rights, too.
  chmodSync(folder, 0o755);
  home = join(folder, 'home');
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Returns the errors printed by a failing start, which must exit with code 1 and leave no Postgres behind. */
async function failedStart(environment: Record<string, string>): Promise<string> {
  const server = new ServerProcess({ STORYREEL_HOME: home, ...environment });
  server.launch();
  expect(await server.exited).toBe(1);
  if (existsSync(join(home, 'postgres'))) expect(readPostmasterPid(join(home, 'postgres'))).toBeNull();
  return server.complaints;
}

describe('a start that fails with one sentence', () => {
  it.each([
    ['a scheme', 'mysql://db/storyreel', 'must be a postgres:// address'],
    ['an unencoded password', 'postgres://storyreel:a/b#c@db/storyreel', 'set PGPASSWORD'],
  ])('about %s of DATABASE_URL', async (_, url, words) => {
    const complaint = await failedStart({ DATABASE_URL: url });
    expect(complaint).toMatch(/^These settings are invalid:\n {2}DATABASE_URL: [^\n]+\n$/);
    expect(complaint).toContain(words);
  });

  it('about a password that Postgres refuses, without showing it', async () => {
    const database = await createTestDatabase();
    try {
      const url = new URL(database.url);
      url.password = 'not-the-password';
      const complaint = await failedStart({ DATABASE_URL: url.href });
      expect(complaint).toBe(`DATABASE_URL: the Postgres at ${url.host} refuses the password of ${url.username}.\n`);
    } finally {
      await database.drop();
    }
  });

  it('about a missing database', async () => {
    const database = await createTestDatabase();
    await database.drop();
    const complaint = await failedStart({ DATABASE_URL: database.url });
    expect(complaint).toMatch(/^DATABASE_URL: the Postgres at [\d.:]+ has no database 'test_\w+'\.\n$/);
  });

  it('about a data folder of another owner', async () => {
    mkdirSync(home);
    chmodSync(home, 0o500);
    const isRoot = process.getuid?.() === 0;
    const preload = join(folder, 'gives-up-rights.cjs');
    writeFileSync(preload, GIVES_UP_RIGHTS);
    const complaint = await failedStart(isRoot ? { NODE_OPTIONS: `--require ${preload}` } : {});
    const user = isRoot ? NOBODY : process.getuid?.();
    expect(complaint).toBe(
      `STORYREEL_HOME: ${home} cannot be read and written (EACCES); ` +
        `the folder and all that is in it must belong to user ${user}, as which this server runs.\n`,
    );
  });

  it('about a data folder that is a file', async () => {
    const complaint = await failedStart({ STORYREEL_HOME: process.execPath });
    expect(complaint).toBe(`STORYREEL_HOME: ${process.execPath} is not a folder.\n`);
  });

  it('about a port in use', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, resolve));
    try {
      const { port } = other.address() as { port: number };
      const complaint = await failedStart({ PORT: String(port) });
      expect(complaint).toBe(`PORT: another program listens on ${port} already.\n`);
    } finally {
      other.close();
    }
  }, 60_000);
});

describe('a server whose Postgres is not running yet', () => {
  it('waits for it, and ends at once on a signal', async () => {
    const server = new ServerProcess({
      STORYREEL_HOME: home,
      DATABASE_URL: 'postgres://storyreel@127.0.0.1:1/storyreel',
      LOG_LEVEL: 'info',
    });
    const child = server.launch();
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', () => server.printed.includes('Trying again for') && resolve());
    });
    expect(server.printed).toContain(
      'DATABASE_URL: the Postgres at 127.0.0.1:1 cannot be reached (connect ECONNREFUSED',
    );
    expect(await server.stop()).toBe(0);
    expect(server.complaints).toBe('');
  });
});

describe('a start that is told to stop', () => {
  it('leaves no Postgres behind', async () => {
    const server = new ServerProcess({ STORYREEL_HOME: home, LOG_LEVEL: 'info' });
    const child = server.launch();
    await new Promise<void>((resolve) => {
      child.stdout?.on('data', () => server.printed.includes('embedded Postgres is ready') && resolve());
    });
    expect(await server.stop()).toBe(0);
    expect(readPostmasterPid(join(home, 'postgres'))).toBeNull();
  }, 60_000);
});
