import { randomUUID } from 'node:crypto';
import type { Account } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { MailServer } from '../testing/mail-server';
import { changeEmail } from '../tools/accounts-by-hand';

const PASSWORD = 'correct horse battery';
const PUBLIC_URL = 'https://reel.example';

describe('an account on an installation that sends mail', () => {
  const mails = new MailServer();
  let app: TestApp;
  let ada: TestUser;
  let next: string;
  beforeAll(async () => {
    const mail = { url: await mails.start(), from: 'reel@example.com' };
    app = await startTestApp({ config: { mail, publicUrl: PUBLIC_URL } });
  });
  beforeEach(async () => {
    ada = await app.newUser();
    next = `${randomUUID()}@example.com`;
    mails.refuses = false;
  });
  afterAll(async () => {
    await app?.close();
    await mails.stop();
  });

  const ask = (email = next, password = PASSWORD, { agent } = ada) =>
    agent.post('/api/account/email').send({ email, password });
  /** Returns the secret in the link of a mail. */
  async function secretTo(address: string, parameter: 'confirm' | 'token'): Promise<string> {
    const { message } = await mails.mailTo(address);
    const secret = new RegExp(`${PUBLIC_URL}/\\S+\\?${parameter}=([\\w-]{43})`).exec(message)?.[1];
    if (!secret) throw new Error(`No link with ${parameter} in: ${message}`);
    return secret;
  }
  const confirm = (token: string, { agent } = ada) => agent.post('/api/account/email/confirm').send({ token });
  const forget = (email: string) => app.anonymous().post('/api/login/forgot').type('form').send({ email });
  const signIn = (email: string, password: string) => app.anonymous().post('/api/login').send({ email, password });

  it('changes its address when the link mailed to the new address is opened, and notifies the old address', async () => {
    const { body: asked } = await ask(next.toUpperCase()).expect(200);
    expect(asked).toMatchObject({ email: ada.email, pendingEmail: next, sendsMail: true });
    const token = await secretTo(next, 'confirm');
    const { body } = await confirm(token).expect(200);
    expect(body as Account).toMatchObject({ email: next, pendingEmail: null });
    expect((await ada.agent.get('/api/auth/user').expect(200)).body).toMatchObject({ email: next });
    await signIn(ada.email, PASSWORD).expect(401);
    await signIn(next, PASSWORD).expect(200);
    expect((await mails.mailTo(ada.email)).message).toContain(next);
    const [, changed, ...more] = await app.events(`account-${ada.id}`);
    expect([changed?.type, changed?.data, more]).toEqual([
      'AccountEmailChanged',
      { accountId: ada.id, email: next },
      [],
    ]);
    const again = await confirm(token).expect(400);
    expect(again.body).toMatchObject({ message: expect.stringContaining('no longer works') as string });
  });

  it('refuses to change its address for a wrong password, the present address or a taken one', async () => {
    const eve = await app.newUser();
    await ask(next, 'wrong').expect(400);
    await ask(ada.email).expect(400);
    await ask(eve.email).expect(409);
    expect(mails.addresses().filter((address) => [next, ada.email, eve.email].includes(address))).toEqual([]);
  });

  it('rejects a mailed link in another user’s session, and for an address taken meanwhile', async () => {
    const eve = await app.newUser();
    await ask().expect(200);
    const token = await secretTo(next, 'confirm');
    await confirm(token, eve).expect(400);
    await app.anonymous().post('/api/register').send({ email: next, password: PASSWORD }).expect(201);
    expect((await confirm(token).expect(409)).body).toMatchObject({ code: 'email_taken' });
    expect((await ada.agent.get('/api/account').expect(200)).body).toMatchObject({ email: ada.email });
  });

  it('reports that the mail server refused a mail', async () => {
    mails.refuses = true;
    expect((await ask().expect(503)).body).toMatchObject({ code: 'unavailable' });
  });

  it('resets its password by mail, without revealing which addresses have accounts', async () => {
    const page = await app.anonymous().get('/api/login?form=sign-in').expect(200);
    expect(page.text).toContain('href="/api/login/forgot"');
    await app.anonymous().get('/api/login/forgot').expect(200);
    const unknown = await forget('nobody@example.com').expect(200);
    const known = await forget(ada.email).expect(200);
    expect(known.text.replaceAll(ada.email, '')).toBe(unknown.text.replaceAll('nobody@example.com', ''));
    const token = await secretTo(ada.email, 'token');
    const form = { token, password: 'a different horse battery' };
    await app.anonymous().post('/api/login/reset').type('form').send(form).expect(303);
    await signIn(ada.email, form.password).expect(200);
    expect(mails.addresses()).not.toContain('nobody@example.com');
  });

  it('limits the number of mails to it', async () => {
    for (let n = 0; n < 3; n++) await forget(next).expect(200);
    const refused = await forget(next).expect(429);
    expect(refused.text).toContain('Too many attempts');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(60);
    await forget('no address').expect(400);
  });

  it('gets a new address from the operator, in its sessions and in the log', async () => {
    const { config, databaseUrl } = app.runtime;
    await changeEmail({ ...config, databaseUrl }, ada.email.toUpperCase(), next);
    expect((await ada.agent.get('/api/auth/user').expect(200)).body).toMatchObject({ email: next });
    expect((await app.events(`account-${ada.id}`)).at(-1)).toMatchObject({ data: { email: next } });
    await expect(changeEmail({ ...config, databaseUrl }, 'nobody@example.com', next)).rejects.toThrow('No account has');
  });
});
