import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
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

  it('is reached by every connection with the password in PGPASSWORD', async () => {
    const url = new URL(database.url);
    url.username = role;
    url.password = '';
    const server = new ServerProcess({ STORYREEL_HOME: home, DATABASE_URL: url.href, PGPASSWORD: PASSWORD });
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
  }, 60_000);
});
