import { FakeServer } from './fake-server';
import { fakeSocket, io } from './fake-socket';
import { takeLies } from './lies';

const USER = {
  id: '7f0c1f0e-5d0a-4f7e-9a3c-3b1f6f1f0009',
  firstName: 'Ada',
  email: 'ada@example.com',
  roles: [],
  dates: { locale: null, timeZone: null },
};
/** The contract violations, without the test's name. */
const lies = () => takeLies().map((lie) => lie.replace(/ \(in '.*'\)$/, ''));

const call = (path: string, init: RequestInit = {}) => fetch(path, { credentials: 'include', ...init });

let server: FakeServer;
beforeEach(() => {
  server = new FakeServer();
  server.install();
});

describe('a fake server', () => {
  it('accepts requests that the contracts allow', async () => {
    server.on('GET', '/api/auth/user', () => ({ json: USER }));
    await call('/api/auth/user');
    expect(lies()).toEqual([]);
  });

  it('reports a wrong answer, by route and field', async () => {
    server.on('GET', '/api/auth/user', () => ({ json: { ...USER, email: null, zaps: 5 } }));
    await call('/api/auth/user');
    expect(lies()).toEqual(['GET /api/auth/user answered: email: Invalid input: expected string, received null']);
    server.on('GET', '/api/auth/user', () => ({ json: { ...USER, zaps: 5 } }));
    await call('/api/auth/user');
    expect(lies()).toEqual(['GET /api/auth/user answered: zaps: is unknown to the contracts']);
  });

  it('reports that it accepted a request that the server would refuse', async () => {
    server.on('PUT', '/api/styles/:id', () => ({ status: 404, json: { message: 'Gone.', code: 'not_found' } }));
    await call(`/api/styles/${USER.id}`, { method: 'PUT', body: JSON.stringify({ name: 'Ink', category: 'Custom' }) });
    expect(lies()).toEqual([
      'PUT /api/styles/:id was sent: body imageUrl: Invalid input: expected string, received undefined',
    ]);
  });

  it('refuses requests unknown to the contracts or to it', async () => {
    await call('/api/dreams');
    await call('/api/projects');
    expect(lies()).toEqual([
      'GET /api/dreams: The contracts know no such route',
      'GET /api/projects: The fake does not serve this route',
    ]);
    expect(() => server.on('GET', '/api/dreams', () => ({}))).toThrow('The contracts know no route GET /api/dreams');
  });

  it('requires the session, for fetch and for raw uploads [API-01]', async () => {
    server.on('GET', '/api/auth/user', () => ({ json: USER }));
    await fetch('/api/auth/user');
    expect(lies()).toEqual(['GET /api/auth/user was sent: the call carries no session']);
    const upload = (withCredentials: boolean) => {
      const request = new XMLHttpRequest();
      request.open('PUT', `${location.origin}/api/uploads/signed`);
      request.withCredentials = withCredentials;
      request.send(new File(['x'], 'a.png'));
    };
    upload(true);
    expect(lies()).toEqual([]);
    upload(false);
    expect(lies()).toEqual(['PUT /api/uploads/signed was sent: the call carries no session']);
  });

  it('breaks a contract on purpose through one function only', async () => {
    server.breaks('GET', '/api/auth/user', () => ({ status: 502, text: '<html></html>' }));
    await call('/api/auth/user');
    expect(lies()).toEqual([]);
  });
});

describe('a fake socket', () => {
  it('reports a push unknown to the contracts', () => {
    io().on('push', () => undefined);
    fakeSocket.push({ type: 'balanceChanged', position: '1' });
    expect(lies()).toEqual([]);
    const extra = { type: 'balanceChanged', position: '1', balance: 5 } as const;
    fakeSocket.push(extra);
    expect(lies()).toEqual(['A push: balance: is unknown to the contracts']);
    fakeSocket.pushBroken(extra);
    expect(lies()).toEqual([]);
  });
});
