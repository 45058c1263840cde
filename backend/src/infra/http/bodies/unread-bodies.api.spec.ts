import { request as send } from 'node:http';
import { connect } from 'node:net';
import { text } from 'node:stream/consumers';
import { LIMITS } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../../testing/app-harness';
import { LargeBodies } from './large-bodies';

describe('a body of 8 MB', () => {
  let app: TestApp;
  let user: TestUser;
  let cookie: string;

  beforeAll(async () => {
    app = await startTestApp();
    user = await app.newUser();
    const { headers } = await user.agent.post('/api/login').send({ email: user.email, password: user.password });
    cookie = (headers['set-cookie'] as unknown as string[]).map((one) => one.split(';')[0]).join('; ');
  });
  afterAll(() => app.close());

  /** Returns the status answered to the headers alone: no byte of the body is ever sent. */
  const announce = (method: string, path: string, headers: Record<string, string> = {}): Promise<number | undefined> =>
    new Promise((resolve, reject) => {
      const size = { 'content-type': 'application/json', 'content-length': String(8_000_000) };
      const request = send(`${app.url}${path}`, { method, agent: false, headers: { ...size, ...headers } });
      request.on('error', reject).on('response', (answer) => {
        resolve(answer.statusCode);
        request.destroy();
      });
      request.flushHeaders();
    });

  it.each([
    ['to an unknown address', 'POST', '/api/nowhere', 404],
    ['to an unknown address outside the API', 'POST', '/nowhere', 404],
    ['without a session', 'PATCH', '/api/projects/x', 401],
    ['to the sign-in page', 'POST', '/api/login', 413],
    ['to a webhook', 'POST', '/api/webhooks/stripe', 413],
  ])('%s is refused before it is read', async (_, method, path, status) => {
    expect(await announce(method, path)).toBe(status);
  });

  it.each([
    ['from a foreign page', '/api/projects', { origin: 'https://elsewhere.example' }, 403],
    ['to a route of a role that the user lacks', '/api/providers/check', {}, 404],
    ['to a route that takes no story and no scene', '/api/styles', {}, 413],
  ])('%s is refused before it is read', async (_, path, headers, status) => {
    expect(await announce('POST', path, { cookie, ...headers })).toBe(status);
  });

  const story = (text: string) => user.agent.post('/api/projects').set('content-type', 'application/json').send(text);

  it('is accepted by a route with a story, however its characters are escaped', async () => {
    const escaped = `{"story":"${'\\u00e9'.repeat(LIMITS.storyBytes / 2)}"}`;
    const { body } = await story(escaped).expect(201);
    expect((body as { story: string }).story).toBe('é'.repeat(LIMITS.storyBytes / 2));
  });

  it('is refused when it consists of countless values', async () => {
    await story(`{"x":[${'{},'.repeat(2_600_000)}{}]}`).expect(400, /too many values/);
  });

  it('counts towards its user’s rate limit, unlike a small body', async () => {
    await app.get(LargeBodies).read(user.id, (took) => Promise.resolve(took(1_000_000_000)));
    const { headers } = await story(`{"title":"${'x'.repeat(200_000)}"}`).expect(429);
    expect(Number(headers['retry-after'])).toBeGreaterThan(900);
    await user.agent.post('/api/projects').send({ title: 'Small' }).expect(201);
  });
});

describe('a request for a protocol upgrade', () => {
  let app: TestApp;
  beforeAll(async () => {
    app = await startTestApp();
  });
  afterAll(() => app.close());

  it.each([
    ['GET /api/config', '', 200],
    ['POST /api/login', JSON.stringify({ email: 'nobody@example.com', password: 'wrong horse battery' }), 401],
    ['POST /api/nowhere', '{}', 404],
  ])('is answered as usual: %s', async (line, body, status) => {
    const { port } = new URL(app.url);
    const socket = connect(Number(port), '127.0.0.1');
    const headers = [
      `${line} HTTP/1.1`,
      'host: localhost',
      'connection: Upgrade, HTTP2-Settings',
      'upgrade: h2c',
      'http2-settings: AAMAAABkAAQCAAAAAAIAAAAA',
      'content-type: application/json',
      `content-length: ${Buffer.byteLength(body)}`,
    ];
    socket.write(`${headers.join('\r\n')}\r\n\r\n${body}`);
    // The connection still serves another request, which asks to close it.
    socket.write('GET /api/health HTTP/1.1\r\nhost: localhost\r\nconnection: close\r\n\r\n');
    const answers = await text(socket);
    expect([...answers.matchAll(/HTTP\/1.1 (\d+)/g)].map(([, code]) => Number(code))).toEqual([status, 200]);
  });
});
