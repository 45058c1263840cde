import { startTestApp, type TestApp } from '../testing/app-harness';

const PASSWORD = 'correct horse battery';
let now = new Date('2026-03-01T12:00:00.000Z');
let app: TestApp;

beforeAll(async () => {
  app = await startTestApp({ config: { authAttemptsPerMinute: 3 }, clock: { now: () => now } });
});
afterAll(() => app.close());

const minutesLater = (minutes: number) => {
  now = new Date(now.getTime() + minutes * 60_000);
};

describe('somebody who guesses passwords', () => {
  it('is locked out after a few wrong ones, with the right one too, until the time is over', async () => {
    const { email } = await app.newUser();
    const login = (password: string) => app.anonymous().post('/api/login').send({ email, password });
    minutesLater(1);
    for (const guess of ['one', 'two', 'three']) await login(guess).expect(401);
    const { body, headers } = await login(PASSWORD).expect(429);
    expect(body).toMatchObject({ code: 'too_many_requests' });
    expect(headers['retry-after']).toBe('60');
    minutesLater(1);
    await login(PASSWORD).expect(200);
  });

  it('is held up for an hour when they are patient', async () => {
    minutesLater(60);
    const email = 'nobody@example.com';
    for (let attempt = 0; attempt < 15; attempt++) {
      await app.anonymous().post('/api/login').send({ email, password: 'guess' }).expect(401);
      minutesLater(1);
    }
    const { headers } = await app.anonymous().post('/api/login').send({ email, password: 'guess' }).expect(429);
    expect(Number(headers['retry-after'])).toBe(45 * 60);
  });

  it('sees the page with the reason when they use the form', async () => {
    minutesLater(120);
    const send = () => app.anonymous().post('/api/login').type('form').send({ email: 'a@example.com', password: 'x' });
    for (let attempt = 0; attempt < 3; attempt++) await send().expect(401);
    const { text } = await send().expect(429).expect('retry-after', '60');
    expect(text).toContain('Too many attempts. Please try again in 1 minute.');
  });
});

describe('somebody who signs in with the right password', () => {
  it('is never locked out by that', async () => {
    minutesLater(120);
    const { email } = await app.newUser();
    for (let attempt = 0; attempt < 6; attempt++) {
      await app.anonymous().post('/api/login').send({ email, password: PASSWORD }).expect(200);
    }
  });
});

describe('somebody who makes accounts', () => {
  it('is stopped after a few', async () => {
    minutesLater(120);
    const register = (name: string) =>
      app
        .anonymous()
        .post('/api/register')
        .send({ email: `${name}@example.com`, password: PASSWORD });
    for (const name of ['a1', 'a2', 'a3']) await register(name).expect(201);
    await register('a4').expect(429);
  });
});
