import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { newSession, openSocket, type TestSocket } from '../../testing/test-socket';
import { SocketSessions } from './socket-sessions';

describe('a user with two sessions', () => {
  let app: TestApp;
  let user: TestUser;
  let cookie: string;
  let first: TestSocket[];
  let second: TestSocket;

  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    user = await app.newUser();
    cookie = await newSession(app, user);
    first = [await openSocket(app, { cookie }), await openSocket(app, { cookie })];
    second = await openSocket(app, { cookie: await newSession(app, user) });
  });
  afterEach(() => {
    jest.restoreAllMocks();
    second.socket.close();
  });
  afterAll(() => app.close());

  const firstCloses = () => Promise.all(first.map(({ closed }) => closed));
  const expectSecondToHear = async () => {
    const heard = second.next('projectsChanged');
    await user.agent.post('/api/projects').send({ title: 'Still here' }).expect(201);
    await heard;
    expect(second.socket.connected).toBe(true);
  };

  /** Disables the periodic check, so that only the end of a session closes its sockets. */
  const withoutChecks = () => jest.spyOn(app.get(SocketSessions), 'check').mockResolvedValue();

  it('keeps the sockets of the other session when one logs out', async () => {
    withoutChecks();
    await app.anonymous().post('/api/logout').set('cookie', cookie).expect(303);
    expect(await firstCloses()).toEqual(['io server disconnect', 'io server disconnect']);
    await expectSecondToHear();
  });

  it('loses the sockets of a session that a new sign-in replaces', async () => {
    withoutChecks();
    const other = await app.newUser();
    const login = { email: other.email, password: other.password };
    await app.anonymous().post('/api/login').set('cookie', cookie).send(login).expect(200);
    await firstCloses();
    await expectSecondToHear();
  });

  it.each([
    ['has expired', "update platform.sessions set expire = now() - interval '1 second' where sid = $1"],
    ['was ended on another node', 'delete from platform.sessions where sid = $1'],
  ])('loses the sockets of a session that %s at the next check', async (_, change) => {
    const sessionId = /s%3A([^.]+)/.exec(cookie)?.[1];
    await app.runtime.pool.query(change, [decodeURIComponent(sessionId ?? '')]);
    await app.get(SocketSessions).check();
    await firstCloses();
    await expectSecondToHear();
  });
});
