import { PING_EVENT } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { newSession, openSocket, received } from '../../testing/test-socket';

describe('a socket that is opened after its page was read', () => {
  let app: TestApp;
  let user: TestUser;
  let cookie: string;

  beforeAll(async () => {
    app = await startTestApp();
  });
  beforeEach(async () => {
    user = await app.newUser();
    cookie = await newSession(app, user);
    await app.idle();
  });
  afterAll(() => app.close());

  /** Returns the position up to which the dashboard's page is current. */
  const pagePosition = async (): Promise<string> => {
    const { text } = await user.agent.get('/').set('accept', 'text/html').expect(200);
    return /id="first-answers" data-position="([^"]+)"/.exec(text)?.[1] ?? '';
  };
  const missedBy = async (auth: object): Promise<number> => {
    const opened = await openSocket(app, { cookie }, auth);
    // The answer arrives after all messages that the server sends on connecting.
    await opened.socket.emitWithAck(PING_EVENT, 1);
    opened.socket.close();
    return opened.missed;
  };
  /** Makes a change and waits until the node has pushed it. */
  const change = async (): Promise<void> => {
    const watching = await openSocket(app, { cookie });
    await received(user, watching);
    watching.socket.close();
  };

  it('is notified when something was pushed in between, and only then', async () => {
    const before = await pagePosition();
    await change();
    expect(await missedBy({ since: before })).toBe(1);
    expect(await missedBy({ since: await pagePosition() })).toBe(0);
  });

  it('is notified when it names no position and anything was pushed at all', async () => {
    await change();
    for (const since of ['', 'yesterday', '9'.repeat(1_000)]) expect(await missedBy({ since })).toBe(1);
    for (const auth of [{}, { since: 1 }]) expect(await missedBy(auth)).toBe(0);
  });

  it('is not notified of messages to other users', async () => {
    const other = await app.newUser();
    const since = await pagePosition();
    const watching = await openSocket(app, { cookie: await newSession(app, other) });
    await received(other, watching);
    watching.socket.close();
    expect(await missedBy({ since })).toBe(0);
  });
});
