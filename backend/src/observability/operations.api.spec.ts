import { existsSync, renameSync, rmSync } from 'node:fs';
import { Client } from 'pg';
import { startTestApp, type TestApp } from '../testing/app-harness';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ alone: true });
});
afterAll(() => app.close());

describe('a running node', () => {
  it('is alive and ready', async () => {
    await app.newUser();
    await app.anonymous().get('/api/health').expect(200, { status: 'ok' });
    await app.anonymous().get('/api/ready').expect(200, { status: 'ok' });
  });

  it('measures appends, views, jobs and requests', async () => {
    await app.newUser();
    await app.idle();
    const { text } = await app
      .anonymous()
      .get('/api/metrics')
      .expect(200)
      .expect('content-type', /^text\/plain/);
    expect(text).toMatch(/storyreel_append_seconds_count\{outcome="appended"\} [1-9]/);
    expect(text).toMatch(/storyreel_stopped\{kind="view",name="style_list_v1"\} 0/);
    expect(text).toMatch(/storyreel_parked\{kind="process",name="grant-on-registration"\} 0/);
    expect(text).toMatch(/storyreel_process_lag_seconds\{process="grant-on-registration"\} /);
    expect(text).toMatch(/storyreel_view_lag_seconds\{view="wallet_balance_v\d+"\} 0/);
    expect(text).toMatch(
      /storyreel_http_request_seconds_count\{method="POST",route="\/api\/register",status="201"\} [1-9]/,
    );
    expect(text).toContain('storyreel_jobs_total');
    expect(text).toContain('storyreel_queue_depth');
  });

  it('answers with the id of the request, and creates one where none was sent', async () => {
    await app.anonymous().get('/api/health').set('x-request-id', 'trace-0001').expect('x-request-id', 'trace-0001');
    const { headers } = await app.anonymous().get('/api/health').set('x-request-id', 'no good');
    expect(headers['x-request-id']).toMatch(/^[0-9a-f-]{36}$/);
  });

  it('writes the id of the request into its events', async () => {
    const { agent } = await app.newUser();
    const style = { name: 'Ink', imageUrl: 'https://example.com/i.png', category: 'Flux' };
    await agent.post('/api/styles').set('x-request-id', 'trace-0002').send(style).expect(201);
    const added = (await app.events()).find((event) => event.type === 'StyleAdded');
    expect(added?.metadata.correlationId).toBe('trace-0002');
  });
});

describe('the metrics', () => {
  it('are not found for callers from elsewhere', async () => {
    const afar = { 'x-forwarded-for': '203.0.113.7' };
    const { body } = await app.anonymous().get('/api/metrics').set(afar).expect(404);
    expect(body).toMatchObject({ code: 'not_found' });
  });

  it('need their token where one is set, from this machine too', async () => {
    const metricsToken = 'a-token-that-only-tests-use';
    const other = await startTestApp({ config: { metricsToken } });
    try {
      const scrape = (authorization?: string) => {
        const call = other.anonymous().get('/api/metrics').set('x-forwarded-for', '203.0.113.7');
        return authorization === undefined ? call : call.set('authorization', authorization);
      };
      await scrape(`Bearer ${metricsToken}`)
        .expect(200)
        .expect('content-type', /^text\/plain/);
      for (const wrong of [undefined, 'Bearer ', `Bearer ${metricsToken}x`, metricsToken]) {
        expect((await scrape(wrong).expect(401)).body).toMatchObject({ code: 'unauthenticated' });
      }
      await other.anonymous().get('/api/metrics').expect(401);
    } finally {
      await other.close();
    }
  });
});

describe('a node that cannot write to its data folder', () => {
  it('is not ready, names the folder, and raises the alarm', async () => {
    const other = await startTestApp({ alone: true });
    const moved = `${other.home}-moved`;
    try {
      // The folder is missing, as with a lost volume; write-probes.int.spec.ts tests a full disk.
      renameSync(other.home, moved);
      const { body } = await other.anonymous().get('/api/ready').expect(503);
      expect(body).toEqual({ code: 'unavailable', message: 'Not ready: writing to the data folder.' });
      const { text } = await other.anonymous().get('/api/metrics').expect(200);
      expect(text).toMatch(/storyreel_store_writable\{store="data folder"\} 0/);
      expect(text).toMatch(/storyreel_store_writable\{store="database"\} 1/);
    } finally {
      if (existsSync(moved)) {
        rmSync(other.home, { recursive: true, force: true });
        renameSync(moved, other.home);
      }
      await other.close();
    }
  });
});

describe('a node whose database is unavailable', () => {
  it('is alive, not ready, and names the part that fails', async () => {
    const other = await startTestApp({ alone: true });
    const outage = await takeAway(other.runtime.databaseUrl);
    try {
      await other.anonymous().get('/api/health').expect(200);
      const { body } = await other.anonymous().get('/api/ready').expect(503);
      expect(body).toMatchObject({ code: 'unavailable', message: expect.stringContaining('database') });
    } finally {
      await outage.end();
      await other.close();
    }
  });
});

/** Blocks new connections to a database and ends the existing ones, until `end` is called. */
async function takeAway(databaseUrl: string): Promise<{ end(): Promise<void> }> {
  const url = new URL(databaseUrl);
  const name = url.pathname.slice(1);
  url.pathname = '/postgres';
  const server = new Client({ connectionString: url.href });
  await server.connect();
  await server.query(`alter database ${name} with allow_connections false`);
  await server.query('select pg_terminate_backend(pid) from pg_stat_activity where datname = $1', [name]);
  return {
    async end() {
      await server.query(`alter database ${name} with allow_connections true`);
      await server.end();
    },
  };
}
