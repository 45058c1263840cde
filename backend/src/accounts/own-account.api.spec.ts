import type { Account } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { offerReset } from '../tools/accounts-by-hand';

const PASSWORD = 'correct horse battery';
const OTHER = 'a different horse battery';
const FIREFOX = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0';

describe('an account of one’s own', () => {
  let app: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    ada = await app.newUser();
  });
  afterAll(() => app?.close());

  const account = async ({ agent }: Pick<TestUser, 'agent'> = ada) =>
    (await agent.get('/api/account').expect(200)).body as Account;
  const signIn = async (password = PASSWORD, status = 200) => {
    const agent = app.anonymous();
    const login = { email: ada.email, password };
    await agent.post('/api/login').set('user-agent', FIREFOX).send(login).expect(status);
    return { agent };
  };
  const changePassword = (current: string, next: string) =>
    ada.agent.post('/api/account/password').send({ current, next });
  const eventTypes = async () => (await app.events(`account-${ada.id}`)).map(({ type }) => type).slice(1);
  const isIn = async ({ agent }: Pick<TestUser, 'agent'>) => (await agent.get('/api/auth/user')).status === 200;

  it('lists its own sessions by browser, the current one first, without their secret ids', async () => {
    const elsewhere = await signIn();
    const { sessions, ...rest } = await account();
    expect(rest).toEqual({
      email: ada.email,
      pendingEmail: null,
      firstName: 'Ada',
      signsInBy: 'password',
      sendsMail: false,
    });
    expect(sessions.map(({ device, isCurrent }) => [device, isCurrent])).toEqual([
      ['', true],
      ['Firefox on Windows', false],
    ]);
    const { rows } = await app.runtime.pool.query<{ sid: string }>('select sid from platform.sessions');
    for (const { sid } of rows) expect(JSON.stringify(sessions)).not.toContain(sid);
    expect((await account(elsewhere)).sessions.map(({ isCurrent }) => isCurrent)).toEqual([true, false]);
  });

  it('changes its name, in all present and later sessions', async () => {
    const elsewhere = await signIn();
    const renamed = await ada.agent.patch('/api/account').send({ firstName: ' Countess ' }).expect(200);
    expect(renamed.body).toMatchObject({ firstName: 'Countess' });
    for (const { agent } of [ada, elsewhere, await signIn()])
      expect((await agent.get('/api/auth/user').expect(200)).body).toMatchObject({ firstName: 'Countess' });
    await ada.agent.patch('/api/account').send({ firstName: 'Countess' }).expect(200);
    expect(await eventTypes()).toEqual(['AccountRenamed']);
    await ada.agent.patch('/api/account').send({ firstName: '  ' }).expect(400);
  });

  it('stores the chosen date format, for all present and later sessions', async () => {
    const elsewhere = await signIn();
    const choose = (dates: object) => ada.agent.patch('/api/account/dates').send(dates);
    const dates = { locale: 'de-AT', timeZone: 'Europe/Vienna' };
    for (let times = 0; times < 2; times += 1) await choose(dates).expect(200, dates);
    for (const { agent } of [ada, elsewhere, await signIn()])
      expect((await agent.get('/api/auth/user').expect(200)).body).toMatchObject({ dates });
    await choose({ locale: null, timeZone: null }).expect(200);
    expect(await eventTypes()).toEqual(['DatesChosen', 'DatesChosen']);
    for (const wrong of [{ locale: 'de' }, { locale: 'de AT', timeZone: null }, { locale: null, timeZone: '../etc' }])
      await choose(wrong).expect(400);
  });

  it('changes its password, which ends all its other sessions', async () => {
    const elsewhere = await signIn();
    const { body } = await changePassword(PASSWORD, OTHER).expect(200);
    expect((body as Account).sessions).toMatchObject([{ isCurrent: true }]);
    expect([await isIn(ada), await isIn(elsewhere)]).toEqual([true, false]);
    await signIn(PASSWORD, 401);
    await signIn(OTHER);
    expect(await eventTypes()).toEqual(['PasswordChanged']);
    expect(JSON.stringify((await app.events(`account-${ada.id}`)).map(({ data }) => data))).not.toContain(OTHER);
  });

  it('keeps its password when the present one is wrong or the new one is weak', async () => {
    const wrong = await changePassword('wrong', OTHER).expect(400);
    expect(wrong.body).toMatchObject({ code: 'bad_request', message: 'The current password is wrong.' });
    const weak = await changePassword(PASSWORD, 'Password123').expect(400);
    expect(weak.body).toMatchObject({ code: 'bad_request', message: 'The password is too common.' });
    expect(await eventTypes()).toEqual([]);
  });

  it('signs out one session, or all others, and never somebody else’s', async () => {
    const [one, two, three] = [await signIn(), await signIn(), await signIn()];
    const eve = await app.newUser();
    const [id] = (await account(one)).sessions.filter(({ isCurrent }) => isCurrent).map((session) => session.id);
    await eve.agent.post('/api/account/sessions/end').send({ id }).expect(200);
    expect(await isIn(one)).toBe(true);
    await ada.agent.post('/api/account/sessions/end').send({ id }).expect(200);
    expect(await Promise.all([one, two, three, eve].map(isIn))).toEqual([false, true, true, true]);
    await ada.agent.post('/api/account/sessions/end').send({}).expect(200);
    expect(await Promise.all([ada, two, three, eve].map(isIn))).toEqual([true, false, false, true]);
  });

  describe('whose password was forgotten', () => {
    const link = async () => {
      const { config, databaseUrl } = app.runtime;
      const made = await offerReset({ ...config, databaseUrl }, ada.email.toUpperCase());
      return new URL(made.link);
    };
    const set = (token: string | null, password: string) =>
      app.anonymous().post('/api/login/reset').type('form').send({ token, password });

    it('gets a new password once by the operator’s link, and is signed out everywhere', async () => {
      const { pathname, search, searchParams } = await link();
      const { text } = await app.anonymous().get(`${pathname}${search}`).expect(200);
      expect(text).toContain(ada.email);
      const token = searchParams.get('token');
      const weak = await set(token, 'short').expect(400);
      expect(weak.text).toContain('The password must be at least');
      await set(token, OTHER).expect(303).expect('location', '/api/login?form=sign-in&done=password');
      expect(await isIn(ada)).toBe(false);
      await signIn(OTHER);
      await set(token, PASSWORD).expect(404);
      await app.anonymous().get(`${pathname}${search}`).expect(404);
      expect(await eventTypes()).toEqual(['PasswordChanged']);
    });

    it('keeps its password when the link was replaced by a newer one, or is invalid', async () => {
      const before = await link();
      await link();
      for (const token of [before.searchParams.get('token'), 'x'.repeat(43), 'x', null])
        await set(token, OTHER).expect(404);
      await signIn(PASSWORD);
    });

    it('is reported as missing when no account has the address', async () => {
      const { config, databaseUrl } = app.runtime;
      await expect(offerReset({ ...config, databaseUrl }, 'nobody@example.com')).rejects.toThrow(
        'No account has the e-mail address nobody@example.com.',
      );
    });
  });
});
