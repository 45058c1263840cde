import { startTestApp, type TestApp } from '../../testing/app-harness';
import { newSession, openSocket } from '../../testing/test-socket';

const PASSWORD = 'correct horse battery';
const VIA_TLS = { 'x-forwarded-for': '203.0.113.7', 'x-forwarded-proto': 'https' };
const cookies = (headers: Record<string, unknown>): string[] => [headers['set-cookie'] as string[]].flat();

describe.each([
  ['by their number', 1],
  ['by their addresses', ['loopback', '10.0.0.0/8']],
])('a server that knows its proxies %s', (_, trustedProxies) => {
  let app: TestApp;
  let host: string;
  beforeAll(async () => {
    app = await startTestApp({ config: { trustedProxies } });
    host = new URL(app.url).host;
  });
  afterAll(() => app.close());

  it('marks cookies Secure for visitors over TLS only', async () => {
    const { email } = await app.newUser();
    const login = () => app.anonymous().post('/api/login').send({ email, password: PASSWORD });
    const overTls = cookies((await login().set(VIA_TLS).expect(200)).headers);
    expect(overTls.map((cookie) => /; Secure/.test(cookie))).toEqual([true]);
    const plain = cookies((await login().set('x-forwarded-proto', 'http').expect(200)).headers);
    expect(plain.map((cookie) => /; Secure/.test(cookie))).toEqual([false]);
  });

  it('accepts as its own origin only one with the scheme of the visit', async () => {
    const { agent } = await app.newUser();
    const create = (origin: string) =>
      agent.post('/api/projects').set(VIA_TLS).set('origin', origin).send({ title: 'T' });
    await create(`https://${host}`).expect(201);
    expect((await create(`http://${host}`).expect(403)).body).toMatchObject({ code: 'foreign_origin' });
  });

  it('compares the scheme at the handshake of a socket, too', async () => {
    const user = await app.newUser();
    const cookie = await newSession(app, user);
    const opened = await openSocket(app, { cookie, origin: `https://${host}`, ...VIA_TLS });
    opened.socket.close();
    await expect(openSocket(app, { cookie, origin: `http://${host}`, ...VIA_TLS })).rejects.toThrow('foreign_origin');
  });

  it('shows its metrics to this machine alone', async () => {
    await app.anonymous().get('/api/metrics').expect(200);
    await app.anonymous().get('/api/metrics').set(VIA_TLS).expect(404);
  });
});

describe('a server that knows of no proxy', () => {
  it('ignores all forwarded addresses of visitors', async () => {
    const app = await startTestApp({ config: { authAttemptsPerMinute: 2 } });
    try {
      const { email } = await app.newUser();
      const guess = (client: number) =>
        app
          .anonymous()
          .post('/api/login')
          .set('x-forwarded-for', `203.0.113.${client}`)
          .set('x-forwarded-proto', 'https')
          .send({ email, password: 'guess' });
      await guess(1).expect(401);
      await guess(2).expect(401);
      await guess(3).expect(429);
    } finally {
      await app.close();
    }
  });
});
