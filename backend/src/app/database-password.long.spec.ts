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
  let environment: Record<string, string>;
  let server: ServerProcess;

  beforeAll(async () => {
    home = mkdtempSync(join(tmpdir(), 'storyreel-password-'));
    database = await createTestDatabase();
    const address = new URL(database.url);
    role = address.pathname.slice(1);
    await database.pool.query(`create role ${role} superuser login password '${PASSWORD}'`);
    address.username = role;
    address.password = '';
    environment = { STORYREEL_HOME: home, DATABASE_URL: address.href, PGPASSWORD: PASSWORD };
    server = new ServerProcess(environment);
    await server.start();
  });
  afterAll(async () => {
    expect(await server.stop()).toBe(0);
    await database.pool.query(`drop owned by ${role} cascade; drop role ${role}`);
    await database.drop();
    rmSync(home, { recursive: true });
  });

  it('accepts every connection when the password is in PGPASSWORD', async () => {
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
  });

  const tool = (name: string, args: readonly string[], changes: Record<string, string> = {}) =>
    promisify(execFile)(process.execPath, [resolve(__dirname, '../../dist/tools', `${name}.js`), ...args], {
      cwd: home,
      env: { PATH: process.env.PATH, HOME: process.env.HOME, ...environment, ...changes },
    });

  it.each([
    ['views', [], /project_list/],
    ['processes', [], /Nothing is stuck/],
    ['backup', ['copy'], /is complete: \d+ events/],
  ])('accepts the tool %s, too', async (name, args, says) => {
    const { stdout } = await tool(name, args);
    expect(stdout).toMatch(says);
  });

  it('accepts no tool without the password', async () => {
    await expect(tool('processes', [], { PGPASSWORD: 'wrong' })).rejects.toMatchObject({ code: 1 });
  });
});
