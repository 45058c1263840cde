import type { PushMessage } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { newSession, openSocket, type TestSocket } from '../../testing/test-socket';
import { PushGateway } from './push.gateway';

/** A message as large as the one that reorders a thousand scenes. */
const LARGE = { type: 'scenesReordered', ids: 'x'.repeat(39_000) } as unknown as PushMessage;
interface Wire {
  ws: { pause: () => void; resume: () => void };
}

describe('a socket that reads nothing', () => {
  let app: TestApp;
  let user: TestUser;
  let deaf: TestSocket;
  let hearing: TestSocket;
  beforeAll(async () => {
    app = await startTestApp({ alone: true });
    user = await app.newUser();
    deaf = await openSocket(app, { cookie: await newSession(app, user) });
    hearing = await openSocket(app, { cookie: await newSession(app, user) });
  });
  afterAll(async () => {
    for (const { socket } of [deaf, hearing]) socket.close();
    await app.close();
  });

  const turn = () => new Promise((resolve) => setImmediate(resolve));

  it('is closed before many messages are buffered for it, and the user’s other windows continue', async () => {
    const gateway = app.get(PushGateway);
    const { ws } = deaf.socket.io.engine.transport as unknown as Wire;
    ws.pause();
    for (let n = 0; n < 500; n++) {
      gateway.send(user.id, LARGE);
      // Each message is read before the next one is sent.
      while (hearing.messages.length <= n) await turn();
    }
    expect(gateway.sessions()).toHaveLength(1);
    ws.resume();
    expect(await deaf.closed).toBe('transport close');
    expect(deaf.messages.length).toBeLessThan(500);
    expect(hearing.socket.connected).toBe(true);
  });
});
