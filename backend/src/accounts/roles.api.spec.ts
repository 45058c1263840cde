import { type AccessEntry, COMMAND_LINE_ID } from '@storyreel/contracts';
import { AccessLog } from './access';
import { startTestApp, type TestApp, type TestUser } from '../testing/app-harness';
import { grantRole } from '../testing/grant-role';
import { editRoles, listRoles } from '../tools/account-roles';

const rolesOf = async ({ agent }: TestUser): Promise<unknown> =>
  ((await agent.get('/api/auth/user').expect(200)).body as { roles: unknown }).roles;

describe('roles', () => {
  let app: TestApp;
  let ada: TestUser;
  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    ada = await app.newUser();
  });
  afterAll(() => app?.close());
  const change = (kind: 'grant' | 'revoke', email: string) => {
    const { config, databaseUrl } = app.runtime;
    return editRoles({ ...config, databaseUrl }, { change: kind, whose: email, role: 'finance' });
  };

  it('are none at first, also in the answers to registering and signing in', async () => {
    const account = { email: `${crypto.randomUUID()}@example.com`, password: 'correct horse battery' };
    const registered = await app.anonymous().post('/api/register').send(account).expect(201);
    const entered = await app.anonymous().post('/api/login').send(account).expect(200);
    expect([registered.body, entered.body]).toMatchObject([{ roles: [] }, { roles: [] }]);
    expect(await rolesOf(ada)).toEqual([]);
  });

  it('are granted and revoked by the tool while the server runs, with one event each', async () => {
    await change('grant', ada.email.toUpperCase());
    expect(await rolesOf(ada)).toEqual(['finance']);
    expect(await change('grant', ada.email)).toMatchObject([{ roles: ['finance'], changed: false }]);
    await change('revoke', ada.email);
    expect(await rolesOf(ada)).toEqual([]);
    const events = (await app.events(`account-${ada.id}`)).map(({ type, metadata }) => [type, metadata.actor]);
    const actor = { kind: 'system', name: expect.stringMatching(/^roles-tool of .+@./) as string };
    expect(events.slice(1)).toEqual([
      ['RoleGranted', actor],
      ['RoleRevoked', actor],
    ]);
  });

  it('are granted to accounts only, by their ID too', async () => {
    await expect(change('grant', 'nobody@example.com')).rejects.toThrow(/No account has the e-mail address/);
    await expect(change('grant', crypto.randomUUID())).rejects.toThrow('Account not found.');
    await change('grant', ada.id);
    expect(await rolesOf(ada)).toEqual(['finance']);
  });

  it('are listed with their holders and origins, without revoked ones', async () => {
    await change('grant', ada.email);
    const eve = await app.newUser();
    await change('grant', eve.email);
    await change('revoke', eve.email);
    const { config, databaseUrl } = app.runtime;
    const roleEmails = { finance: ['fin@example.com'], developer: [] };
    const listed = await listRoles({ ...config, roleEmails, databaseUrl });
    expect(listed).toContainEqual({ who: `${ada.id} (${ada.email})`, roles: ['finance'], from: 'by event' });
    expect(listed).toContainEqual({ who: 'fin@example.com', roles: ['finance'], from: 'by FINANCE_EMAILS' });
    expect(listed.filter(({ who }) => who.startsWith(eve.id))).toEqual([]);
  });

  it('that a setting keeps granting are named on revocation', async () => {
    const { config, databaseUrl } = app.runtime;
    const roleEmails = { finance: [ada.email.toLowerCase()], developer: [] };
    const order = { change: 'revoke', whose: ada.email, role: 'finance' } as const;
    const [revoked] = await editRoles({ ...config, roleEmails, databaseUrl }, order);
    expect(revoked).toMatchObject({ changed: false, bySettings: [ada.email.toLowerCase()] });
    expect(await change('revoke', ada.email)).toMatchObject([{ bySettings: [] }]);
  });

  it('have their grants and tool accesses in the access log, which is searchable by person and time', async () => {
    const [eve, officer] = [await app.newUser(), await app.newUser()];
    await grantRole(app, officer, 'finance');
    await change('grant', eve.email);
    await listRoles({ ...app.runtime.config, databaseUrl: app.runtime.databaseUrl });
    await app.idle();
    const log = async (query: string) =>
      (await officer.agent.get(`/api/audit/access?${query}`).expect(200)).body as AccessEntry[];
    expect(await log(`person=${eve.email.slice(0, 20).toUpperCase()}`)).toMatchObject([
      { what: 'role granted', reader: { id: COMMAND_LINE_ID }, owner: { id: eve.id }, detail: { role: 'finance' } },
    ]);
    const [newest] = await log(`person=${COMMAND_LINE_ID}`);
    expect(newest).toMatchObject({ what: 'roles', owner: null });
    expect(newest?.detail.by).toMatch(/^command line of .+@./);
    expect(await log(`person=${eve.id}&to=2020-01-01`)).toEqual([]);
    await officer.agent.get('/api/audit/access?from=yesterday').expect(400);
  });

  it('come from the configuration too, whatever the case of the address', async () => {
    const named = await startTestApp({
      config: { roleEmails: { finance: [], developer: ['dev@example.com'] } },
    });
    try {
      const account = { email: 'Dev@example.com', password: 'correct horse battery' };
      const { body } = await named.anonymous().post('/api/register').send(account).expect(201);
      expect(body).toMatchObject({ roles: ['developer'] });
    } finally {
      await named.close();
    }
  });

  it('have accesses to other people’s data recorded, but not to their holder’s own', async () => {
    const bob = await app.newUser();
    const log = app.get(AccessLog);
    await log.record(ada, { what: 'charge', ownerId: bob.id, detail: { holdId: 'h' } });
    await log.record(ada, { what: 'charge', ownerId: ada.id, detail: {} });
    expect(await app.events(`access-${ada.id}`)).toMatchObject([
      { type: 'RecordsRead', data: { what: 'charge', ownerId: bob.id }, metadata: { actor: { userId: ada.id } } },
    ]);
  });

  it('can both be held by one account', async () => {
    await grantRole(app, ada, 'developer');
    await grantRole(app, ada, 'finance');
    expect(await rolesOf(ada)).toEqual(['finance', 'developer']);
  });
});
