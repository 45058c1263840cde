import type { OpenAPIObject } from '@nestjs/swagger';
import { startTestApp, type TestApp } from '../testing/app-harness';
import { describedRoutes, readDescription } from '../testing/described-answers';
import { ROUTE_SUMMARIES } from './route-summaries';
import { ROUTES } from '../testing/routes/routes';

/** Route of the API description itself, which no controller serves. */
const ITSELF = 'GET /api/openapi.json';

describe('the description of the API', () => {
  let app: TestApp;
  let description: OpenAPIObject;
  let described: ReturnType<typeof describedRoutes>;
  beforeAll(async () => {
    app = await startTestApp();
    description = await readDescription(app);
    described = describedRoutes(description);
  });
  afterAll(() => app.close());

  it('lists exactly the routes that are served', () => {
    const served = [...new Set(app.routes())].filter((route) => route !== ITSELF);
    expect(described.map(({ route }) => route).sort()).toEqual(served.sort());
  });

  it('defines every schema that it refers to', () => {
    const shapes = Object.keys(description.components?.schemas ?? {});
    const refs = [...JSON.stringify(description).matchAll(/"#\/components\/schemas\/(\w+)"/g)].map(([, name]) => name);
    expect(refs.length).toBeGreaterThan(50);
    expect(refs.filter((name) => name === undefined || !shapes.includes(name))).toEqual([]);
  });

  it('describes the body of every route that takes one', () => {
    const bodied = described.filter(({ operation }) => operation.requestBody).map(({ route }) => route);
    const taking = Object.keys(ROUTES).filter((route) => ROUTES[route]?.body);
    expect(bodied).toEqual(expect.arrayContaining(taking));
  });

  it('marks the routes that are open to callers without a session', () => {
    const open = described.filter(({ operation }) => operation.security?.length === 0).map(({ route }) => route);
    const expected = Object.keys(ROUTES).filter((route) => ROUTES[route]?.open && route !== ITSELF);
    expect(open.sort()).toEqual(expected.sort());
    expect(description.security).toEqual([{ session: [] }]);
  });

  it('has a summary and a product area for every route', () => {
    const tags = (description.tags ?? []).map(({ name }) => name);
    expect(tags).toEqual(expect.arrayContaining(['Audit', 'Runs', 'Scenes', 'Zaps']));
    const unnamed = described.filter(({ operation: { summary = '', tags: own = [] } }) => {
      return summary === '' || own.length !== 1 || !tags.includes(own[0] ?? '');
    });
    expect(unnamed.map(({ route }) => route)).toEqual([]);
    const unserved = Object.keys(ROUTE_SUMMARIES).map((route) => route.replaceAll(/\{(\w+)\}/g, ':$1'));
    expect(described.map(({ route }) => route)).toEqual(expect.arrayContaining(unserved));
  });

  it('describes the response of every route', () => {
    const silent = described.filter(({ operation }) =>
      Object.entries(operation.responses).every(([status, response]) => {
        const says = status.startsWith('3') || (response && 'content' in response && response.content);
        return status === 'default' || !says;
      }),
    );
    expect(silent.map(({ route }) => route)).toEqual([]);
  });
});
