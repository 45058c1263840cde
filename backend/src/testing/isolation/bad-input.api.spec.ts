import { ERROR_CODES, LIMITS, ROLES } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../app-harness';
import { grantRole } from '../grant-role';
import { type Basics, basics, type Belongings } from '../routes/belongings';
import { type Route, send as sendRequest } from '../routes/route';
import { ROUTES } from '../routes/routes';

/** A text longer than any request body but a story's may be. */
const LONG = 'x'.repeat(LIMITS.jsonBodyBytes + 1);
const deep = (levels: number): unknown => JSON.parse('['.repeat(levels) + ']'.repeat(levels));
/** Invalid values that replace a valid one. */
const BAD_VALUES: [string, unknown][] = [
  ['null', null],
  ['a boolean', true],
  ['a number', 1e308],
  ['a negative number', -1],
  ['an empty text', ''],
  ['a list', [1, 'two', null]],
  ['an object', { $gt: '' }],
  ['an unknown word', 'no-such-value'],
  ['a text with NUL', 'a\u0000b'],
  ['half a surrogate pair', '\ud800'],
  // A longer text would exceed the limit of the body and be refused before the field is checked.
  ['a text of 90,000 characters', 'x'.repeat(90_000)],
  ['a path', '../../../../etc/passwd'],
  ['markup', '<img src=x onerror=alert(1)>'],
  ['deep JSON', deep(2_000)],
];

const ID = '00000000-0000-4000-8000-00000000dead';

describe('bad input', () => {
  let app: TestApp;
  let user: TestUser;
  let own: Basics;

  beforeAll(async () => {
    app = await startTestApp();
    user = await app.newUser();
    own = await basics(user);
    for (const role of ROLES) await grantRole(app, user, role);
  }, 60_000);
  afterAll(() => app.close());

  const bodyRoutes = Object.entries(ROUTES).filter(([, { body }]) => body);
  const send = (key: string, route: Route, body: unknown) =>
    sendRequest(user.agent, [key, route], own as Belongings, () => body);
  /** Returns true for an error response that lacks the documented form. */
  const wrong = ({ status, body }: { status: number; body: unknown }): boolean => {
    if (status < 400) return false;
    const { code, message } = body as { code?: string; message?: string };
    return status >= 500 || typeof message !== 'string' || !(ERROR_CODES as readonly unknown[]).includes(code);
  };

  it.each(bodyRoutes)('in any field of %s is refused in the documented form, never with a 500', async (key, route) => {
    const good = route.body?.(own as Belongings) ?? {};
    const failures: string[] = [];
    for (const field of Object.keys(good)) {
      for (const [name, value] of BAD_VALUES) {
        const answer = await send(key, route, { ...good, [field]: value });
        if (wrong(answer)) failures.push(`${field} = ${name}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
    expect(failures).toEqual([]);
    own = { ...own, ...(await basics(user)) };
  });

  it.each(bodyRoutes)('instead of the body of %s is refused', async (key, route) => {
    const tooLong = Object.fromEntries(
      Object.keys(route.body?.(own as Belongings) ?? {}).map((field) => [field, LONG]),
    );
    for (const body of [[], 'text', [null], tooLong]) {
      const answer = await send(key, route, body);
      expect([answer.status, wrong(answer)]).toEqual([expect.any(Number), false]);
      expect(answer.status).toBeLessThan(500);
    }
  });

  const project = () => `/api/projects/${own.project}`;
  const raw = (body: string, type = 'application/json') =>
    user.agent.patch(project()).set('content-type', type).send(body);

  it('that is not JSON at all is a 400', async () => {
    expect((await raw('{"title": ')).body).toMatchObject({ code: 'bad_request' });
    expect((await raw('{"title": ')).status).toBe(400);
  });

  it('larger than the limit is a 413, and the stored story stays', async () => {
    await user.agent.patch(project()).send({ story: 'Kept.' }).expect(200);
    const answer = await user.agent.patch(project()).send({ story: 'x'.repeat(LIMITS.storyBodyBytes) });
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([413, 'payload_too_large']);
    expect((await user.agent.get(project()).expect(200)).body).toMatchObject({ story: 'Kept.' });
  });

  it('with __proto__ pollutes nothing', async () => {
    await raw('{"__proto__": {"polluted": true}, "constructor": {"prototype": {"polluted": true}}, "title": "Fine"}');
    expect(({} as { polluted?: boolean }).polluted).toBeUndefined();
    expect((await user.agent.get(project()).expect(200)).body).toMatchObject({ title: 'Fine' });
  });

  it('instead of an id in the path is refused before anything is read, on every route', async () => {
    const failures: string[] = [];
    for (const [key, route] of Object.entries(ROUTES)) {
      for (const { name, kind, in: where, signed } of route.ids ?? []) {
        if (where !== 'path' || signed) continue;
        const ids = new Proxy(own as Belongings, {
          get: (known, of) => (of === kind ? 'x' : (Reflect.get(known, of) ?? ID)),
        });
        const { status, text } = await sendRequest(user.agent, [key, route], ids);
        // A body or a query with the same ids may be refused first.
        const refusal = route.body || (route.ids?.length ?? 0) > 1 ? /malformed|not valid/ : /malformed/;
        if (status !== 400 || !refusal.test(text)) failures.push(`${name} of ${key}: ${status} ${text.slice(0, 200)}`);
      }
    }
    expect(failures).toEqual([]);
  });

  it('in the address is a 400 or a 404', async () => {
    for (const path of ['/api/projects/%00', '/api/projects/%ff', '/api/scenes?projectId=x', '/api/nowhere']) {
      expect([400, 404]).toContain((await user.agent.get(path)).status);
    }
  });

  const YEAR_0 = '0000-01-01T00:00:00Z';
  it.each([
    [[1e300, YEAR_0, ID]],
    [[YEAR_0, ID]],
    [[YEAR_0, 'x', 'y']],
    [[ID, Number.MAX_SAFE_INTEGER]],
    [[1e300, 'x']],
    [['x', ID]],
    [['x']],
    [[1e300]],
  ])('in a cursor that no page has returned, %j, is a 400 at most', async (key) => {
    const cursor = Buffer.from(JSON.stringify(key)).toString('base64url');
    const lists = Object.keys(ROUTES).filter((route) => /^GET \/api\/[^:]*$/.test(route));
    for (const list of lists) {
      const answer = await user.agent.get(list.replace('GET ', '')).query({ cursor, projectId: own.project });
      expect([list, answer.status < 500]).toEqual([list, true]);
    }
  });

  it('leaves the process running', async () => {
    await app.anonymous().get('/api/health').expect(200);
  });
});
