import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eventually } from '../eventually';
import { createTestDatabase, type TestDatabase } from '../test-database';
import { ServerProcess } from './server-process';

/** Code that throws outside of every request and job, as an event of a library may. */
const BREAKS = `
process.on('SIGUSR2', () => setImmediate(() => { throw new Error('planted') }));
process.on('SIGHUP', () => void Promise.reject(new Error('planted')));
`;

describe('an uncaught error', () => {
  let database: TestDatabase;
  let home: string;
  let server: ServerProcess;
  beforeAll(async () => {
    database = await createTestDatabase();
    home = mkdtempSync(join(tmpdir(), 'storyreel-uncaught-'));
    const preloaded = join(home, 'breaks.cjs');
    writeFileSync(preloaded, BREAKS);
    server = new ServerProcess({
      STORYREEL_HOME: join(home, 'data'),
      DATABASE_URL: database.url,
      SESSION_SECRET: 'a-secret-that-only-tests-use-0123456789',
      NODE_OPTIONS: `--require=${preloaded}`,
    });
  });
  afterAll(async () => {
    await server.stop();
    await database.drop();
    rmSync(home, { recursive: true, force: true });
  });
  /** Counts the leases that the server's sessions hold: a lease lasts as long as the lock of its session. */
  const held = async (): Promise<number> => {
    const { rows } = await database.pool.query(`select from pg_locks
      where locktype = 'advisory' and database = (select oid from pg_database where datname = current_database())`);
    return rows.length;
  };

  it.each(['SIGUSR2', 'SIGHUP'] as const)(
    'ends the node in order: leases released, one line of JSON, exit code 1 (%s)',
    async (signal) => {
      await server.start();
      expect(await held()).toBeGreaterThan(0);
      if (server.pid === undefined) throw new Error('the server has no process');
      process.kill(server.pid, signal);
      expect(await server.exited).toBe(1);
      await eventually('The end of its leases', async () => ((await held()) === 0 ? true : null), 2_000);
      const lines = server.printed.trimEnd().split('\n').slice(1);
      expect(lines).toHaveLength(1);
      expect(JSON.parse(lines[0] ?? '')).toMatchObject({
        level: 50,
        msg: 'An uncaught error ends this node.',
        err: { message: 'planted' },
      });
    },
  );
});
