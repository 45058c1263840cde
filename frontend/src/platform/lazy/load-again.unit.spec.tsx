import { AppServer } from '../../testing/app-server';
import { loadAgain } from './lazy-component';

let logged: jest.SpyInstance;
let server: AppServer;
beforeEach(() => {
  logged = jest.spyOn(console, 'error').mockImplementation(() => undefined);
  server = new AppServer();
});
afterEach(() => logged.mockRestore());

const missing = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

describe('code that is loaded again', () => {
  it('can arrive on the second attempt', async () => {
    const reload = jest.fn();
    await expect(loadAgain(() => Promise.resolve(), reload)).resolves.toBe(true);
    expect(server.calls).toEqual([]);
    expect(reload).not.toHaveBeenCalled();
  });

  it.each([
    ['has a signed-in user', () => {}],
    ['has no signed-in user', () => (server.user = null)],
  ])('reloads the page when it does not arrive from a server that answers and %s', async (_, prepare) => {
    prepare();
    const reload = jest.fn();
    await expect(loadAgain(missing, reload)).resolves.toBe(false);
    expect(reload).toHaveBeenCalledTimes(1);
  });

  it.each([
    ['is out of reach', () => server.disconnect('GET', '/api/auth/user')],
    ['is overloaded', () => server.fail('GET', '/api/auth/user', 503)],
  ])('keeps the page while the server %s', async (_, prepare) => {
    prepare();
    const reload = jest.fn();
    await expect(loadAgain(missing, reload)).resolves.toBe(false);
    expect(reload).not.toHaveBeenCalled();
  });
});
