import { startTestApp, type TestApp } from '../testing/app-harness';

const PASSWORD = 'correct horse battery';
let now = new Date('2026-03-01T12:00:00.000Z');
let app: TestApp;

beforeAll(async () => {
  const config = { authAttemptsPerMinute: 3, trustedProxies: 1 };
  app = await startTestApp({ config, clock: { now: () => now } });
});
afterAll(() => app.close());
// After this long without an attempt all counters are reset.
beforeEach(() => later(24 * 3_600));

const later = (seconds: number) => {
  now = new Date(now.getTime() + seconds * 1_000);
};
const ATTACKER = '203.0.113.7';
const OWNER = '198.51.100.20';
const login = (email: string, password: string, client: string) =>
  app.anonymous().post('/api/login').set('x-forwarded-for', client).send({ email, password });
const guess = (email: string, client = ATTACKER) => login(email, 'guess', client);
const waitOf = ({ headers }: { headers: Record<string, string> }) => Number(headers['retry-after']);

describe('somebody who guesses passwords', () => {
  it('has to wait after a few wrong passwords, even with the right one', async () => {
    const { email } = await app.newUser();
    for (let attempt = 0; attempt < 3; attempt++) await guess(email).expect(401);
    const refused = await login(email, PASSWORD, ATTACKER).expect(429);
    expect(refused.body).toMatchObject({ code: 'too_many_requests' });
    expect(waitOf(refused)).toBe(60);
    later(60);
    await login(email, PASSWORD, ATTACKER).expect(200);
  });

  it('has to wait as well when changing the password in an open session', async () => {
    const { agent } = await app.newUser();
    const change = () => agent.post('/api/account/password').send({ current: 'guess', next: 'another horse battery' });
    for (let attempt = 0; attempt < 3; attempt++) await change().expect(400);
    expect(waitOf(await change().expect(429))).toBe(60);
  });

  it('has to wait twice as long each time, up to an hour', async () => {
    const { email } = await app.newUser();
    for (let attempt = 0; attempt < 3; attempt++) await guess(email).expect(401);
    const waits: number[] = [];
    for (let attempt = 0; attempt < 8; attempt++) {
      const wait = waitOf(await guess(email).expect(429));
      waits.push(wait);
      later(wait);
      await guess(email).expect(401);
    }
    expect(waits).toEqual([60, 120, 240, 480, 960, 1_920, 3_600, 3_600]);
  });

  it('does not prolong the wait by attempts during it', async () => {
    for (let attempt = 0; attempt < 3; attempt++) await guess('nobody@example.com').expect(401);
    for (let attempt = 0; attempt < 10; attempt++) await guess('nobody@example.com').expect(429);
    expect(waitOf(await guess('nobody@example.com').expect(429))).toBe(60);
  });

  it('gains nothing by concurrent attempts', async () => {
    const { email } = await app.newUser();
    const answers = await Promise.all(Array.from({ length: 12 }, () => guess(email)));
    expect(answers.filter(({ status }) => status === 401)).toHaveLength(3);
  });

  it('is not confused with users who sign in at the same moment, whatever the node’s clock', async () => {
    await guess('early@example.com').expect(401);
    later(-5);
    await guess('late@example.com').expect(401);
    await guess('early@example.com').expect(401);
  });

  it('keeps nobody else out of the account', async () => {
    const { email } = await app.newUser();
    for (let attempt = 0; attempt < 20; attempt++) await guess(email);
    await guess(email).expect(429);
    await login(email, PASSWORD, OWNER).expect(200);
  });

  it('gains little by switching between accounts', async () => {
    const statuses: number[] = [];
    for (let account = 0; account < 20; account++) {
      statuses.push((await guess(`somebody-${account}@example.com`)).status);
    }
    expect(statuses.filter((status) => status === 401)).toHaveLength(15);
  });

  it('gains little by switching IP addresses, and does not lock out a client that has signed in before', async () => {
    const { email } = await app.newUser();
    await login(email, PASSWORD, OWNER).expect(200);
    const statuses: number[] = [];
    for (let client = 1; client <= 40; client++) statuses.push((await guess(email, `203.0.113.${client}`)).status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(30);
    expect(waitOf(await login(email, PASSWORD, '192.0.2.1').expect(429))).toBe(10);
    await login(email, PASSWORD, OWNER).expect(200);
  });

  it('gets the sign-in page with the reason when using the form', async () => {
    const send = () => app.anonymous().post('/api/login').type('form').send({ email: 'a@example.com', password: 'x' });
    for (let attempt = 0; attempt < 3; attempt++) await send().expect(401);
    const { text } = await send().expect(429).expect('retry-after', '60');
    expect(text).toContain('Too many attempts. Please try again in 1 minute.');
  });
});

describe('a client that was let in before', () => {
  it('has to wait as well after a few wrong passwords', async () => {
    const { email } = await app.newUser();
    await login(email, PASSWORD, OWNER).expect(200);
    for (let attempt = 0; attempt < 3; attempt++) await guess(email, OWNER).expect(401);
    await login(email, PASSWORD, OWNER).expect(429);
  });
});

describe('somebody who signs in with the right password', () => {
  it('never has to wait for their own sign-ins', async () => {
    const { email } = await app.newUser();
    for (let attempt = 0; attempt < 6; attempt++) await login(email, PASSWORD, OWNER).expect(200);
  });
});

describe('somebody who makes accounts', () => {
  it('has to wait after a few registrations', async () => {
    const register = (name: string) =>
      app
        .anonymous()
        .post('/api/register')
        .set('x-forwarded-for', ATTACKER)
        .send({ email: `${name}@example.com`, password: PASSWORD });
    for (const name of ['a1', 'a2', 'a3']) await register(name).expect(201);
    expect(waitOf(await register('a4').expect(429))).toBe(60);
  });
});
