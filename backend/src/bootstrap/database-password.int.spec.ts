import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { promisify } from 'node:util';
import { ServerProcess } from '../testing/faults/server-process';
import { createTestDatabase, type TestDatabase } from '../testing/test-database';

const PASSWORD = 'a/b+c=d@e#f%41:?&';

describe('a database whose password no address could hold as it is', () => {
  let database: TestDatabase;
  let role: string;
  let home: string;

  beforeEach(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-password-'));
    database = await createTestDatabase();
    role = new URL(database.url).pathname.slice(1);
    await database.pool.query(`create role ${role} superuser login password '${PASSWORD}'`);
  });
  afterEach(async () => {
    await database.pool.query(`drop owned by ${role} cascade; drop role ${role}`);
    await database.drop();
    rmSync(home, { recursive: true });
  });

  function addressWithoutPassword(): string {
    const url = new URL(database.url);
    url.username = role;
    url.password = '';
    return url.href;
  }

  it('is reached by every connection with the password in PGPASSWORD', async () => {
    const environment = { STORYREEL_HOME: home, DATABASE_URL: addressWithoutPassword(), PGPASSWORD: PASSWORD };
    const server = new ServerProcess(environment);
    await server.start();
    const account = { email: 'ada@example.com', password: 'correct horse battery' };
    const registered = await fetch(`${server.url}/api/register`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(account),
    });
    expect(registered.status).toBe(201);
    const cookie = registered.headers.getSetCookie().join('; ');
    const projects = await fetch(`${server.url}/api/projects`, { headers: { cookie } });
    expect(projects.status).toBe(200);
    expect(await server.stop()).toBe(0);
  }, 120_000);

  it.each([
    ['views', [], /project_list/],
    ['processes', [], /Nothing is stuck/],
    ['backup', ['copy'], /is complete: \d+ events/],
  ])(
    'is reached by the tool %s, too',
    async (tool, args, says) => {
      const environment = { STORYREEL_HOME: home, DATABASE_URL: addressWithoutPassword(), PGPASSWORD: PASSWORD };
      const server = new ServerProcess(environment);
      await server.start();
      const run = promisify(execFile);
      const file = resolve(__dirname, '../../dist/tools', `${tool}.js`);
      const options = { cwd: home, env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment } };
      const { stdout } = await run(process.execPath, [file, ...args], options);
      expect(stdout).toMatch(says);
      // Without the password it does not get in, so it was this that let it in.
      const without = { ...options, env: { ...options.env, PGPASSWORD: 'wrong' } };
      await expect(run(process.execPath, [file, ...args.map((arg) => `${arg}-2`)], without)).rejects.toMatchObject({
        code: 1,
      });
      expect(await server.stop()).toBe(0);
    },
    60_000,
  );
});
