import { ROLES } from '@storyreel/contracts';
import { grantRole } from '../grant-role';
import { answerChecker, readDescription } from '../described-answers';
import { startTestApp, type TestApp, type TestUser } from '../app-harness';
import { countEvents } from '../test-database';
import { basics, type Belongings, belongings, PNG } from '../routes/belongings';
import { type Route, send as sendRequest } from '../routes/route';
import { ROUTES } from '../routes/routes';

const UNKNOWN = '00000000-0000-4000-8000-00000000dead';

describe('the isolation of users', () => {
  let app: TestApp;
  let victim: TestUser;
  let attacker: TestUser;
  let theirs: Belongings;
  let own: Belongings;

  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    victim = await app.newUser();
    attacker = await app.newUser();
    theirs = await belongings(app, victim);
    own = await belongings(app, attacker);
  }, 120_000);
  afterAll(() => app.close());

  const victimEvents = () => countEvents(app.runtime.pool, victim.id);

  const send = (agent: TestUser['agent'], key: string, route: Route, ids: Belongings) => {
    const isUpload = key.includes(' /api/uploads/');
    const request = sendRequest(agent, [key, route], ids, isUpload ? () => PNG : undefined);
    return isUpload ? request.set('content-type', 'image/png') : request;
  };
  const all = (ids: Belongings, id: string): Belongings =>
    Object.fromEntries(Object.keys(ids).map((kind) => [kind, id])) as unknown as Belongings;

  it('covers every route of the server, and no other', () => {
    expect([...new Set(app.routes())].sort()).toEqual(Object.keys(ROUTES).sort());
  });

  describe.each(Object.entries(ROUTES).filter(([, route]) => !route.open))('%s', (key, route) => {
    it('is refused without a session [ACCESS-13]', async () => {
      const answer = await send(app.anonymous(), key, route, theirs);
      expect([answer.status, (answer.body as { code: string }).code]).toEqual([401, 'unauthenticated']);
    });
  });

  describe.each(Object.entries(ROUTES).filter(([, route]) => route.ids && !route.role))('%s with ids', (key, route) => {
    it('answers a foreign id with exactly the bytes of an unknown one, and changes nothing of the victim', async () => {
      const before = await victimEvents();
      const foreign = await send(attacker.agent, key, route, theirs);
      expect(foreign.status).toBe(404);
      if (!route.ids?.some(({ signed }) => signed)) {
        const unknown = await send(attacker.agent, key, route, all(theirs, UNKNOWN));
        expect([unknown.status, unknown.text]).toEqual([404, foreign.text]);
      }
      expect(await victimEvents()).toBe(before);
    });

    it('refuses a malformed id as bad input', async () => {
      expect((await send(attacker.agent, key, route, all(theirs, "1' or '1'='1"))).status).toBe(400);
    });
  });

  it('hides the addresses of a role from people without it, whatever ids they send', async () => {
    const unknown = await attacker.agent.get('/api/no-such-address').expect(404);
    for (const [key, route] of Object.entries(ROUTES).filter(([, { role }]) => role)) {
      for (const ids of [own, theirs]) {
        const answer = await send(attacker.agent, key, route, ids);
        expect([key, answer.status, answer.text]).toEqual([key, 404, unknown.text]);
      }
    }
  });

  const lists = Object.keys(ROUTES).filter((key) => /^GET \/api\/[^:]*$/.test(key) && !ROUTES[key]?.role);
  /** Returns the ids in a body, without those that every user has. */
  const idsIn = (body: unknown) =>
    Array.isArray(body)
      ? body.flatMap(({ id, isSeeded }: { id: string; isSeeded?: boolean }) => (isSeeded ? [] : [id]))
      : [];

  it.each(lists.filter((key) => !ROUTES[key]?.open))('%s shows nothing of other users', async (key) => {
    const path = key.replace('GET ', '') + (ROUTES[key]?.query ?? '');
    const [mine, victims] = [await attacker.agent.get(path).expect(200), await victim.agent.get(path).expect(200)];
    // An audio response has no text.
    const shown = mine.text ?? String(mine.body);
    for (const secret of [victim.id, victim.email, ...Object.values(theirs)]) expect(shown).not.toContain(secret);
    expect(idsIn(mine.body).filter((id) => !path.endsWith('/models') && idsIn(victims.body).includes(id))).toEqual([]);
  });

  it('is tested on lists that are not empty', async () => {
    for (const path of [
      'projects',
      'scenes',
      'styles',
      'cast-library',
      'social/accounts',
      'social/posts',
      'content-templates',
      'credits/transactions',
      'usage-events',
    ]) {
      expect(idsIn((await victim.agent.get(`/api/${path}`).expect(200)).body)).not.toEqual([]);
    }
  });

  // The owner's calls change data: deleting calls run last, and their data is created again.
  const takesAway = (key: string) => key.startsWith('DELETE') || /process-story|\/merge$/.test(key);
  const order = ([key]: [string, Route]) => Number(takesAway(key));
  const owned = Object.entries(ROUTES)
    .filter(([, route]) => (!route.open || route.ids) && !route.role)
    .sort((a, b) => order(a) - order(b));

  it('lets every owner use all routes, whatever their role, and answers as documented [ACCESS-03]', async () => {
    const answers: unknown[] = [];
    const check = answerChecker(await readDescription(app));
    for (const [key, route] of owned) {
      const { status, type, body } = await send(attacker.agent, key, route, own);
      await app.idle();
      const fine = route.own === undefined ? status >= 200 && status < 300 : status === route.own;
      const mistake = check(key, { status, type, body: body as unknown });
      if (!fine || mistake !== null) answers.push([key, status, mistake]);
      if (takesAway(key)) own = { ...own, ...(await basics(attacker)) };
      if (key === 'POST /api/midjourney/generate-image') {
        await attacker.agent.post('/api/credits/add-zaps').send({ amount: 500 }).expect(200);
      }
    }
    expect(answers).toEqual([]);
  }, 120_000);

  it('lets people with a role use its routes, also on other users’ data, and answers as documented', async () => {
    const officer = await app.newUser();
    await Promise.all(ROLES.map((role) => grantRole(app, officer, role)));
    const answers: unknown[] = [];
    const check = answerChecker(await readDescription(app));
    for (const [key, route] of Object.entries(ROUTES).filter(([, { role }]) => role)) {
      const { status, type, body } = await send(officer.agent, key, route, theirs);
      const fine = route.own === undefined ? status >= 200 && status < 300 : status === route.own;
      const mistake = check(key, { status, type, body: body as unknown });
      if (!fine || mistake !== null) answers.push([key, status, mistake]);
    }
    expect(answers).toEqual([]);
  });
});
