import { startTestApp, type TestApp } from '../testing/app-harness';
import { CredentialsStore } from './credentials.store';
import { hashPassword } from './password';

const PASSWORD = 'correct horse battery';
let app: TestApp;
const newEmail = () => `Person-${crypto.randomUUID()}@Example.com`;

beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app.close());

const cookieOf = (headers: Record<string, unknown>): string => [headers['set-cookie']].flat().join('; ');
const sessionCookieOf = (headers: Record<string, unknown>): string =>
  /storyreel_[^;]+/.exec(cookieOf(headers))?.[0] ?? '';

const DATES = { locale: null, timeZone: null };

describe('a visitor without an account', () => {
  it('creates one and is signed in by an HttpOnly, Lax cookie', async () => {
    const agent = app.anonymous();
    const email = newEmail();
    const { body, headers } = await agent
      .post('/api/register')
      .send({ email, password: PASSWORD, firstName: ' Ada ' })
      .expect(201);
    const user = { firstName: 'Ada', email: email.toLowerCase(), roles: [], dates: DATES };
    expect(body).toEqual({ id: expect.any(String), ...user });
    expect(cookieOf(headers)).toMatch(/HttpOnly/);
    expect(cookieOf(headers)).toMatch(/SameSite=Lax/);
    expect(cookieOf(headers)).not.toMatch(/Secure/);
    await agent.get('/api/auth/user').expect(200, body);
  });

  it('has 100 zaps when the registration is answered [ACCESS-07]', async () => {
    const { agent } = await app.newUser();
    const { body } = await agent.get('/api/credits/balance').expect(200);
    expect(body).toMatchObject({ balance: 100 });
  });

  it('is called by the first part of the e-mail address when no name is given', async () => {
    const request = { email: `grace@${crypto.randomUUID()}.example.com`, password: PASSWORD };
    const { body } = await app.anonymous().post('/api/register').send(request).expect(201);
    expect(body).toMatchObject({ firstName: 'grace' });
  });

  it.each([
    ['no e-mail address', { password: PASSWORD }, 'email'],
    ['a malformed e-mail address', { email: 'nobody', password: PASSWORD }, 'email'],
    ['a short password', { email: 'a@example.com', password: 'short' }, 'password'],
    ['a common password', { email: 'a@example.com', password: 'Password123' }, 'password'],
    [
      'a password that is the e-mail address',
      { email: 'ada.lovelace@example.com', password: 'ada.lovelace' },
      'password',
    ],
    ['a password with NUL', { email: 'a@example.com', password: 'long enough\u0000' }, 'password'],
    ['a list as the name', { email: 'a@example.com', password: PASSWORD, firstName: [] }, 'firstName'],
  ])('gets an error message for %s', async (_, request, path) => {
    const { body } = await app.anonymous().post('/api/register').send(request).expect(400);
    expect(body).toMatchObject({ code: 'validation_failed', issues: [{ path }] });
  });

  it('has the password hashed at the configured cost', async () => {
    const { email } = await app.newUser();
    const { N, r, p } = app.runtime.config.passwordCost;
    const known = await app.get<CredentialsStore>(CredentialsStore).find(email);
    expect(known?.passwordHash?.split('$').slice(0, 4)).toEqual(['scrypt', `${N}`, `${r}`, `${p}`]);
  });

  it('leaves no password in the log', async () => {
    expect(JSON.stringify((await app.events()).map((event) => event.data))).not.toContain(PASSWORD);
  });
});

describe('an account', () => {
  it('signs in with its password, whatever the case of the e-mail address', async () => {
    const { id, email } = await app.newUser();
    const agent = app.anonymous();
    const login = { email: email.toUpperCase(), password: PASSWORD };
    const { body } = await agent.post('/api/login').send(login).expect(200);
    expect(body).toMatchObject({ id, email });
    await agent.get('/api/auth/user').expect(200, { id, firstName: 'Ada', email, roles: [], dates: DATES });
  });

  it('refuses a wrong password with the same answer as for an unknown address', async () => {
    const { email } = await app.newUser();
    const wrong = await app.anonymous().post('/api/login').send({ email, password: 'wrong' }).expect(401);
    const unknown = await app.anonymous().post('/api/login').send({ email: newEmail(), password: 'wrong' }).expect(401);
    expect(wrong.body).toMatchObject({ code: 'invalid_credentials' });
    expect(unknown.text).toBe(wrong.text);
  });

  it('reserves its e-mail address', async () => {
    const { email } = await app.newUser();
    const { body } = await app
      .anonymous()
      .post('/api/register')
      .send({ email, password: 'another password' })
      .expect(409);
    expect(body).toMatchObject({ code: 'email_taken' });
    await app.anonymous().post('/api/register').send({ email, password: PASSWORD }).expect(409);
  });

  it.each(['register', 'login'])('that a crash left without its events is completed by %s', async (way) => {
    const user = { id: crypto.randomUUID(), email: newEmail().toLowerCase(), firstName: 'Ada' };
    await app
      .get<CredentialsStore>(CredentialsStore)
      .add(user, await hashPassword(PASSWORD, app.runtime.config.passwordCost));
    const agent = app.anonymous();
    await agent
      .post(`/api/${way}`)
      .send({ email: user.email, password: PASSWORD })
      .expect(way === 'login' ? 200 : 201);
    const events = await app.events(`account-${user.id}`);
    expect(events.map((event) => event.type)).toEqual(['AccountRegistered']);
    expect((await agent.get('/api/credits/balance').expect(200)).body).toMatchObject({ balance: 100 });
  });
});

describe('a session', () => {
  it('gets a new id at each sign-in, which invalidates the previous one', async () => {
    const { email, agent } = await app.newUser();
    const signInAgain = async () => {
      const { headers } = await agent.post('/api/login').send({ email, password: PASSWORD }).expect(200);
      return sessionCookieOf(headers);
    };
    const [first, second] = [await signInAgain(), await signInAgain()];
    expect(second).not.toBe(first);
    await app.anonymous().get('/api/auth/user').set('cookie', second).expect(200);
    await app.anonymous().get('/api/auth/user').set('cookie', first).expect(401);
  });

  it('ends on the server when the visitor signs out, by a redirect to the start [ACCESS-10]', async () => {
    const { agent, email } = await app.newUser();
    const { headers } = await agent.post('/api/login').send({ email, password: PASSWORD }).expect(200);
    const cookie = sessionCookieOf(headers);
    await app.anonymous().get('/api/auth/user').set('cookie', cookie).expect(200);
    const { text } = await agent.get('/api/logout').expect(200).expect('content-type', /html/);
    expect(text).toContain('<form method="post" action="/api/logout">');
    await app.anonymous().get('/api/auth/user').set('cookie', cookie).expect(200);
    await agent.post('/api/logout').expect(303).expect('location', '/');
    await agent.get('/api/logout').expect(302).expect('location', '/');
    await app.anonymous().get('/api/auth/user').set('cookie', cookie).expect(401);
    await agent.get('/api/auth/user').expect(401);
  });

  it('returns its user [ACCESS-11]', async () => {
    const { agent, id, email } = await app.newUser();
    await agent.get('/api/auth/user').expect(200, { id, firstName: 'Ada', email, roles: [], dates: DATES });
  });
});

describe('a caller without a session', () => {
  it.each(['/api/auth/user', '/api/styles', '/api/projects', '/api/scenes', '/api/credits/balance'])(
    'is refused at %s [ACCESS-13]',
    async (path) => {
      const { body } = await app.anonymous().get(path).expect(401);
      expect(body).toMatchObject({ code: 'unauthenticated' });
    },
  );

  it.each(['storyreel_position=%', 'storyreel_position=%E0%A4%A', '%=%', `x=${'y'.repeat(8_000)}`, '=;;=;\u00ff'])(
    'is treated as signed out with the broken cookie %.40s',
    async (cookie) => {
      await app.anonymous().get('/api/config').set('cookie', cookie).expect(200);
      await app.anonymous().get('/api/projects').set('cookie', cookie).expect(401).expect('cache-control', 'no-store');
    },
  );

  it('is not signed in by a made-up cookie', async () => {
    await app.anonymous().get('/api/auth/user').set('cookie', 'storyreel_00000000=s%3Aabc.def').expect(401);
  });
});

describe('a call from a page of another site', () => {
  it('is refused when it would change something', async () => {
    const { agent } = await app.newUser();
    const { body } = await agent.post('/api/styles').set('origin', 'https://evil.example').send({}).expect(403);
    expect(body).toMatchObject({ code: 'foreign_origin' });
    const form = 'email=a%40example.com&password=x';
    await app.anonymous().post('/api/login').set('sec-fetch-site', 'cross-site').type('form').send(form).expect(403);
  });
});
