import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { fakeServer, type Reply, type Route } from '../testing/fake-server';
import { signInOrRegister } from './account.mjs';
import { ApiClient, ApiRefusal } from './api-client.mjs';

const taken = { status: 409, body: { message: 'There is an account of this address.', code: 'email_taken' } };
const signedIn = { headers: { 'set-cookie': ['sid=abc=; HttpOnly', 'late=1; Path=/'] } };
const routes: Route[] = [
  [/^POST \/api\/register$/, ({ body }) => (body.email === 'known@x.example' ? taken : { status: 201, ...signedIn })],
  [/^POST \/api\/login$/, () => signedIn],
  [/^GET \/api\/clears$/, () => ({ headers: { 'set-cookie': 'late=; Expires=Thu, 01 Jan 1970 00:00:00 GMT' } })],
  [/^GET \/api\/file$/, () => ({ body: 'bytes' })],
  [/^GET \/api\/proxy$/, () => ({ status: 502, body: '<h1>Bad gateway</h1>' })],
  [
    /^PATCH \/api\/projects\/1$/,
    () => ({ status: 402, body: { message: 'Too few zaps.', code: 'insufficient_zaps' } }),
  ],
];

describe('a caller of the API', () => {
  let server: Awaited<ReturnType<typeof fakeServer>>;
  let client: ApiClient;
  beforeEach(async () => {
    server = await fakeServer(routes);
    client = new ApiClient(`${server.url}/`, { patienceMs: 0 });
  });
  afterEach(() => server.close());

  it('keeps its session, and forgets a cookie that is cleared', async () => {
    await client.send('POST', '/api/login', { body: {} });
    await client.send('GET', '/api/clears');
    await client.send('GET', '/api/file');
    expect(server.calls.map(({ cookie }) => cookie)).toEqual(['', 'sid=abc=; late=1', 'sid=abc=']);
    expect(client.cookies).toEqual([{ name: 'sid', value: 'abc=', url: server.url }]);
  });

  it('throws a refusal with its status, its code and its text', async () => {
    const refused = client.json('PATCH', '/api/projects/1', { title: 'x' });
    await expect(refused).rejects.toThrow('PATCH /api/projects/1: 402 Too few zaps.');
    await expect(refused).rejects.toMatchObject({ status: 402, code: 'insufficient_zaps' });
  });

  it('reports the answer of a proxy in between', async () => {
    await expect(client.send('GET', '/api/proxy')).rejects.toThrow('502 <h1>Bad gateway</h1>');
    await expect(client.send('GET', '/api/proxy')).rejects.toBeInstanceOf(ApiRefusal);
  });

  it('reports that the server is unavailable', async () => {
    await server.close();
    await expect(client.send('GET', '/api/file')).rejects.toThrow(`GET /api/file: no answer from ${server.url}`);
  });

  it('repeats reads and keyed writes while the server is unavailable, and no other writes', async () => {
    let away = 2;
    const shaky = await fakeServer([[/./, () => (away-- > 0 ? { status: 503, body: '' } : { body: { ok: true } })]]);
    try {
      const patient = new ApiClient(shaky.url, { patienceMs: 5_000 });
      expect(await patient.json('GET', '/api/scenes')).toEqual({ ok: true });
      away = 1;
      await patient.send('POST', '/api/projects', { body: {}, headers: { 'idempotency-key': 'one' } });
      away = 1;
      await expect(patient.send('POST', '/api/projects', { body: {} })).rejects.toMatchObject({ status: 503 });
      expect(shaky.calls).toHaveLength(6);
    } finally {
      await shaky.close();
    }
  });

  it('waits for the first attempt of a keyed write when the server was interrupted in it', async () => {
    const inProgress = { status: 409, body: { message: 'Already.', code: 'already_in_progress' } };
    const replies: Reply[] = [{ status: 503, body: '' }, inProgress, { body: { ok: true } }];
    const shaky = await fakeServer([[/./, () => replies.shift() ?? inProgress]]);
    try {
      const patient = new ApiClient(shaky.url, { patienceMs: 5_000 });
      expect(await patient.postOnce('/api/projects', { title: 'x' })).toEqual({ ok: true });
      expect(shaky.calls).toHaveLength(3);
      expect(new Set(shaky.calls.map(({ key }) => key)).size).toBe(1);
      // Work in progress from another call is not waited for.
      await expect(patient.postOnce('/api/projects', {})).rejects.toMatchObject({ status: 409 });
      expect(shaky.calls).toHaveLength(4);
    } finally {
      await shaky.close();
    }
  });

  it('saves its downloads', async () => {
    const folder = mkdtempSync(path.join(os.tmpdir(), 'storyreel-download-'));
    try {
      await client.download('/api/file', path.join(folder, 'out'));
      expect(readFileSync(path.join(folder, 'out'), 'utf8')).toBe('bytes');
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('creates an account, or signs in to one that exists', async () => {
    const password = 'a password';
    expect(await signInOrRegister(client, { email: 'new@x.example', password }, 'New')).toBe('registered');
    expect(await signInOrRegister(client, { email: 'known@x.example', password }, 'Known')).toBe('signed in');
  });
});
