import { CONTRACT_CASES, ROUTES, type Side, Visitor } from '@storyreel/contracts/testing';
import { type Agent, startTestApp, type TestApp, type TestUser } from './app-harness';
import { describedRoutes, readDescription } from './described-answers';
import { withJobsOnHold } from './jobs-on-hold';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp();
});
afterAll(() => app?.close());

const CALLS: Record<string, (agent: Agent, path: string) => ReturnType<Agent['get']>> = {
  GET: (agent, path) => agent.get(path),
  POST: (agent, path) => agent.post(path),
  PUT: (agent, path) => agent.put(path),
  PATCH: (agent, path) => agent.patch(path),
  DELETE: (agent, path) => agent.delete(path),
};

const visitorOf = ({ agent }: TestUser): Visitor =>
  new Visitor(
    async ({ method, path, body, headers }) => {
      const call = CALLS[method];
      if (!call) throw new Error(`No visitor sends ${method}`);
      const request = call(agent, path).set(headers);
      const {
        status,
        body: answer,
        headers: answered,
        text,
      } = await (body === undefined ? request : request.send(body));
      return {
        status,
        body: text === '' ? undefined : answer,
        header: (name) => answered[name] ?? null,
      };
    },
    () => app.idle(),
  );

const server: Side = {
  async newcomer() {
    const user = await app.newUser();
    await app.idle();
    return visitorOf(user);
  },
  onHold: (work) => withJobsOnHold(app.runtime.pool, work),
};

describe.each(Object.entries(CONTRACT_CASES))('of %s, on the server', (_area, cases) => {
  it.each(cases)('$title', ({ run }) => run(server));
});

describe('the table of routes', () => {
  it('lists only routes of the server, and marks those that take a key', async () => {
    const described = describedRoutes(await readDescription(app));
    const server = new Map(described.map(({ route, operation }) => [route, operation]));
    for (const [route, { status = 200, keyed }] of Object.entries(ROUTES)) {
      const operation = server.get(route);
      expect([route, operation !== undefined]).toEqual([route, true]);
      expect([route, Object.keys(operation?.responses ?? {})]).toEqual([route, expect.arrayContaining([`${status}`])]);
      const named = JSON.stringify(operation?.parameters ?? []).includes('Idempotency-Key');
      expect([route, named]).toEqual([route, keyed !== undefined]);
    }
  });
});
