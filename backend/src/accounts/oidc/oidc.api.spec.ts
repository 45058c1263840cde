import { generateKeyPairSync } from 'node:crypto';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import type Provider from 'oidc-provider';
import request from 'supertest';
import { startTestApp, type TestApp } from '../../testing/app-harness';
import { editRoles } from '../../tools/account-roles';

const CLIENT_ID = 'storyreel';
const CLIENT_SECRET = 'the-secret-of-the-client-0123456789';
let idp: Server;
let issuer: string;
let app: TestApp;
let callbackHost: string;
/** Claims of the provider's user. */
const GRACE = { email: 'Grace@Example.com', given_name: 'Grace' };
const FINANCE = 'finance@example.com';
let claims: object = GRACE;
let user = 'grace';
let provider: Provider;
/** Keys that the provider publishes instead of its signing keys. */
let published: object | null = null;
const newProvider = (changes?: object) => createIdp(issuer, () => `${callbackHost}/api/login/callback`, changes);
/** Another key with the same kid as the provider's own. */
const anotherKey = () => ({
  ...generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey.export({ format: 'jwk' }),
  kid: 'keystore-CHANGE-ME',
  use: 'sig',
});

/** Creates a real identity provider whose users consent to everything. */
async function createIdp(at: string, redirectUri: () => string, changes: object = {}): Promise<Provider> {
  const { default: IdentityProvider } = await import('oidc-provider');
  return new IdentityProvider(at, {
    clients: [
      {
        client_id: CLIENT_ID,
        client_secret: CLIENT_SECRET,
        redirect_uris: [redirectUri()],
        grant_types: ['authorization_code'],
        response_types: ['code'],
      },
    ],
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['given_name'] },
    cookies: { keys: ['a-key-that-only-tests-use'] },
    features: { devInteractions: { enabled: false } },
    pkce: { required: () => true },
    findAccount: (_: unknown, sub: string) => ({
      accountId: sub,
      claims: () => ({ sub, ...claims }),
    }),
    interactions: { url: (_: unknown, interaction: { uid: string }) => `/interaction/${interaction.uid}` },
    ...changes,
  });
}

beforeAll(async () => {
  // The provider warns about settings that matter only in production.
  for (const level of ['warn', 'info'] as const) jest.spyOn(console, level).mockImplementation();
  idp = createServer();
  await new Promise<void>((resolve) => idp.listen(0, '127.0.0.1', resolve));
  issuer = `http://127.0.0.1:${(idp.address() as AddressInfo).port}`;
  const oidc = { issuer, clientId: CLIENT_ID, clientSecret: CLIENT_SECRET };
  app = await startTestApp({ config: { oidc, roleEmails: { finance: [FINANCE], developer: [] } } });
  callbackHost = app.url;
  provider = await newProvider();
  idp.on('request', (req, res) => {
    if (published && req.url === '/jwks') {
      return void res.setHeader('content-type', 'application/json').end(JSON.stringify(published));
    }
    if (!req.url?.startsWith('/interaction/')) return void provider.callback()(req, res);
    void agree(provider, req, res);
  });
});
afterAll(async () => {
  await app.close();
  idp.closeAllConnections();
  await new Promise((resolve) => idp.close(resolve));
});

async function agree(provider: Provider, req: IncomingMessage, res: ServerResponse): Promise<void> {
  const { prompt, params, session } = await provider.interactionDetails(req, res);
  if (prompt.name === 'login') {
    await provider.interactionFinished(req, res, { login: { accountId: user } });
    return;
  }
  const grant = new provider.Grant({ accountId: session?.accountId, clientId: String(params.client_id) });
  grant.addOIDCScope('openid email profile');
  await provider.interactionFinished(
    req,
    res,
    { consent: { grantId: await grant.save() } },
    { mergeWithLastSubmission: true },
  );
}

/**
 * Follows the identity provider's redirects, as a browser does, and returns the address to which it sends the visitor
 * back.
 */
async function visitIdp(start: string): Promise<string> {
  const browser = request.agent(issuer);
  let address = new URL(start);
  while (address.origin === issuer) {
    const { headers } = await browser.get(address.pathname + address.search).redirects(0);
    address = new URL(String(headers.location), issuer);
  }
  return address.pathname + address.search;
}

/** Signs in with the given claims and returns the resulting user and their roles. */
async function enter(said: object, name: string): Promise<{ id: string; roles: () => Promise<unknown> }> {
  [claims, user] = [said, name];
  try {
    const agent = app.anonymous();
    const { headers } = await agent.get('/api/login').expect(302);
    await agent.get(await visitIdp(String(headers.location))).expect(302);
    const me = async () => (await agent.get('/api/auth/user').expect(200)).body as { id: string; roles: unknown };
    return { id: (await me()).id, roles: async () => (await me()).roles };
  } finally {
    [claims, user] = [GRACE, 'grace'];
  }
}

describe('a visitor where an identity provider is configured', () => {
  it('is signed in by the provider, with code, PKCE, state and nonce [ACCESS-09]', async () => {
    const agent = app.anonymous();
    const { headers } = await agent.get('/api/login').expect(302);
    const authorization = new URL(String(headers.location));
    expect(authorization.origin).toBe(issuer);
    expect(Object.fromEntries(authorization.searchParams)).toMatchObject({
      response_type: 'code',
      code_challenge_method: 'S256',
      state: expect.any(String),
      nonce: expect.any(String),
    });
    await agent
      .get(await visitIdp(authorization.href))
      .expect(302)
      .expect('location', '/');
    const { body } = await agent.get('/api/auth/user').expect(200);
    expect(body).toMatchObject({ firstName: 'Grace', email: 'grace@example.com' });
    expect((await agent.get('/api/credits/balance').expect(200)).body).toMatchObject({ balance: 100 });
  });

  it.each([
    [
      '/?project=a3c1f0de-0000-4000-8000-000000000001&tab=build',
      '/?project=a3c1f0de-0000-4000-8000-000000000001&tab=build',
    ],
    ['/credits?view=usage', '/credits?view=usage'],
    ['https://elsewhere.example/', '/'],
    ['//elsewhere.example/', '/'],
  ])('who requested %s is sent to %s after signing in', async (next, arrived) => {
    const agent = app.anonymous();
    const { headers } = await agent.get('/api/login').query({ next }).expect(302);
    const authorization = new URL(String(headers.location));
    // The provider neither sees nor can change the address to open after signing in.
    expect(decodeURIComponent(authorization.href)).not.toContain(next);
    await agent
      .get(await visitIdp(authorization.href))
      .expect(302)
      .expect('location', arrived);
    await agent.get('/api/auth/user').expect(200);
    // A user who is already signed in is redirected to that address at once.
    await agent.get('/api/login').query({ next }).expect(302).expect('location', arrived);
  });

  it('gets the same account at the next sign-in', async () => {
    const ids: unknown[] = [];
    for (const agent of [app.anonymous(), app.anonymous()]) {
      const { headers } = await agent.get('/api/login').expect(302);
      await agent.get(await visitIdp(String(headers.location))).expect(302);
      ids.push(((await agent.get('/api/auth/user').expect(200)).body as { id: string }).id);
    }
    expect(ids[0]).toBe(ids[1]);
  });

  it('is not signed in by an answer to another browser’s request', async () => {
    const victim = app.anonymous();
    const { headers } = await app.anonymous().get('/api/login').expect(302);
    const callback = await visitIdp(String(headers.location));
    await victim.get(callback).expect(400);
    await victim.get('/api/login').expect(302);
    await victim.get(callback).expect(401).expect('content-type', /html/);
    await victim.get('/api/auth/user').expect(401);
  });

  it('cannot use one answer twice', async () => {
    const agent = app.anonymous();
    const { headers } = await agent.get('/api/login').expect(302);
    const callback = await visitIdp(String(headers.location));
    await agent.get(callback).expect(302);
    await agent.post('/api/logout').expect(303);
    await agent.get(callback).expect(400);
  });

  it('cannot use one answer in concurrent requests', async () => {
    const agent = app.anonymous();
    const { headers } = await agent.get('/api/login').expect(302);
    const callback = await visitIdp(String(headers.location));
    const answers = await Promise.all(Array.from({ length: 16 }, () => agent.get(callback)));
    expect(answers.map(({ status }) => status).sort()).toEqual([302, ...Array<number>(15).fill(400)]);
  });

  it.each([
    ['an unverified address', { ...GRACE, email_verified: false }],
    ['an unverified address with a role', { email: FINANCE, email_verified: false }],
    ['an address with a role, without its verification state', { email: FINANCE }],
  ])('is not signed in when the provider’s answer says %s', async (what, said) => {
    [claims, user] = [said, what];
    const agent = app.anonymous();
    const { headers } = await agent.get('/api/login').expect(302);
    const { text } = await agent.get(await visitIdp(String(headers.location))).expect(401);
    expect(text).toContain('The sign-in service has not verified your e-mail address.');
    await agent.get('/api/auth/user').expect(401);
  });

  it('has the role of a verified address, unless another account has the same address', async () => {
    const first = await enter({ email: FINANCE, email_verified: true }, 'finance');
    expect(await first.roles()).toEqual(['finance']);
    const second = await enter({ email: FINANCE.toUpperCase(), email_verified: true }, 'another');
    expect([await first.roles(), await second.roles()]).toEqual([[], []]);
  });

  it('is granted a role by the address only when it is verified and nobody else has it', async () => {
    const grant = (whose: string) => {
      const { config, databaseUrl } = app.runtime;
      return editRoles({ ...config, databaseUrl }, { change: 'grant', whose, role: 'developer' });
    };
    const email = 'dev@example.com';
    const unknown = await enter({ email }, 'claims-it');
    await expect(grant(email)).rejects.toThrow(`It is not verified who owns the e-mail address ${email}`);
    const verified = await enter({ email, email_verified: true }, 'has-it');
    expect(await grant(email)).toMatchObject([{ userId: verified.id, roles: ['developer'] }]);
    expect([await unknown.roles(), await verified.roles()]).toEqual([[], ['developer']]);
    const other = await enter({ email, email_verified: true }, 'has-it-too');
    await expect(grant(email)).rejects.toThrow(`Several accounts have the e-mail address ${email}`);
    expect(await other.roles()).toEqual([]);
    await grant(other.id);
    expect(await other.roles()).toEqual(['developer']);
  });

  it('is signed in after the provider has changed its keys and its endpoints', async () => {
    const before = provider;
    await enter(GRACE, 'grace');
    provider = await newProvider({ jwks: { keys: [anotherKey()] }, routes: { token: '/token-moved' } });
    try {
      await enter(GRACE, 'grace');
    } finally {
      provider = before;
    }
  });

  it('is not signed in by a token signed with a key that the provider does not publish', async () => {
    const { kty, n, e, kid, use } = anotherKey();
    published = { keys: [{ kty, n, e, kid, use }] };
    const agent = app.anonymous();
    const { headers } = await agent.get('/api/login').expect(302);
    const callback = await visitIdp(String(headers.location));
    await agent.get(callback).expect(401);
    published = null;
    await enter(GRACE, 'grace');
  });

  it('has no password here', async () => {
    const credentials = { email: 'grace@example.com', password: 'correct horse battery' };
    expect((await app.anonymous().post('/api/register').send(credentials).expect(503)).body).toMatchObject({
      code: 'not_available',
    });
  });
});

describe('an identity provider that is away', () => {
  it('leads to a page that reports it as unavailable', async () => {
    const config = { oidc: { issuer: 'http://127.0.0.1:1', clientId: CLIENT_ID } };
    const other = await startTestApp({ config });
    try {
      const { text } = await other.anonymous().get('/api/login').expect(503).expect('content-type', /html/);
      expect(text).toContain('cannot be reached');
    } finally {
      await other.close();
    }
  });
});
