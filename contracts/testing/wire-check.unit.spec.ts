import { answerProblems, findRoute, type FoundRoute, pushProblems, requestProblems } from './wire-check';

const route = (name: string): FoundRoute => {
  const [method = '', path = ''] = name.split(' ');
  const found = findRoute(method, path);
  if (!found) throw new Error(`The contracts know no ${name}`);
  return found;
};
const ID = '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0001';
const USER = { id: ID, firstName: 'Ada', email: 'ada@example.com', roles: [], dates: { locale: null, timeZone: null } };

describe('the route of an address', () => {
  it('is found by its fixed parts before its parameters', () => {
    expect(findRoute('GET', `/api/scenes/${ID}`)?.name).toBe('GET /api/scenes/:id');
    expect(findRoute('POST', '/api/scenes/restore')?.name).toBe('POST /api/scenes/restore');
    expect(findRoute('DELETE', `/api/scenes/all/${ID}`)?.name).toBe('DELETE /api/scenes/all/:projectId');
  });

  it('is missing for addresses outside the contracts', () => {
    expect(findRoute('GET', '/api/dreams')).toBeNull();
    expect(findRoute('DELETE', '/api/projects')).toBeNull();
  });
});

describe('an answer', () => {
  const user = route('GET /api/auth/user');
  it.each<[string, number, unknown, string[]]>([
    ['that fits', 200, USER, []],
    ['with an extra field', 200, { ...USER, zaps: 5 }, ['zaps: is unknown to the contracts']],
    [
      'with a missing field',
      200,
      { id: ID, firstName: 'Ada', roles: [], dates: { locale: null, timeZone: null } },
      ['email: Invalid input: expected string, received undefined'],
    ],
    ['with another status', 201, USER, ['status 201: should be 200']],
    ['that is a known error', 401, { message: 'Sign in', code: 'unauthenticated' }, []],
    [
      'whose code has another status',
      500,
      { message: 'Sign in', code: 'unauthenticated' },
      ['status 500: the code unauthenticated goes with 401'],
    ],
    [
      'that is an error without a message',
      404,
      undefined,
      ['(the whole): Invalid input: expected object, received undefined'],
    ],
  ])('is validated: %s', (_, status, body, problems) => {
    expect(answerProblems(user, { status, body })).toEqual(problems);
  });

  it('is validated at every depth', () => {
    const costs = {
      projectId: ID,
      totalZaps: 1,
      totalUsd: 0,
      breakdown: { image: { draw: { count: 1, totalZaps: 1, totalUsd: 0, eur: 1 } } },
    };
    expect(answerProblems(route('GET /api/projects/:id/costs'), { status: 200, body: costs })).toEqual([
      'breakdown.image.draw.eur: is unknown to the contracts',
    ]);
  });
});

describe('a request', () => {
  it.each<[string, string, Record<string, string>, unknown, string[]]>([
    ['that fits', `PATCH /api/projects/${ID}`, {}, { title: 'A' }, []],
    [
      'with an unknown field',
      `PATCH /api/projects/${ID}`,
      {},
      { titel: 'A' },
      ['body titel: is unknown to the contracts'],
    ],
    ['to a route that accepts more fields', 'POST /api/projects/restore', {}, { id: ID, title: 'A' }, []],
    [
      'with an unknown query parameter',
      'GET /api/projects',
      { page: '1' },
      undefined,
      ['query page: is unknown to the contracts'],
    ],
    [
      'with a body on a route without one',
      `DELETE /api/projects/${ID}`,
      {},
      { id: ID },
      ['body id: is unknown to the contracts'],
    ],
    [
      'without its required body',
      'POST /api/projects/reorder',
      {},
      undefined,
      ['body (the whole): Invalid input: expected object, received undefined'],
    ],
  ])('is validated: %s', (_, name, query, body, problems) => {
    expect(requestProblems(route(name), { query, body })).toEqual(problems);
  });
});

describe('a push', () => {
  it('is validated against the known messages', () => {
    expect(pushProblems({ type: 'balanceChanged', position: '1' })).toEqual([]);
    expect(pushProblems({ type: 'balanceChanged', position: '1', balance: 5 })).toEqual([
      'balance: is unknown to the contracts',
    ]);
    expect(pushProblems({ type: 'everythingChanged', position: '1' })).toHaveLength(1);
  });
});
