import { MISSED_EVENT, PUSH_EVENT, type PushMessage } from '@storyreel/contracts';
import { io, type Socket } from 'socket.io-client';
import type { TestApp, TestUser } from './app-harness';

export interface TestSocket {
  socket: Socket;
  /** Messages pushed so far. */
  messages: PushMessage[];
  /** Number of notices that some messages may be missing. */
  missed: number;
  /** Resolves with the next message of a type after this call. */
  next: (type: PushMessage['type']) => Promise<PushMessage>;
  /** Resolves with the reason when the server or the network closes the socket. */
  closed: Promise<string>;
}

/** Opens a new session of a user and returns its cookie. */
export async function newSession(app: Pick<TestApp, 'anonymous'>, { email, password }: TestUser): Promise<string> {
  const { headers } = await app.anonymous().post('/api/login').send({ email, password }).expect(200);
  return [headers['set-cookie']].flat().join('; ').split(';')[0] ?? '';
}

/** Opens a socket; rejects with the server's reason when the handshake is refused. */
export async function openSocket(
  app: Pick<TestApp, 'url'>,
  headers: Record<string, string>,
  auth: object = {},
): Promise<TestSocket> {
  const options = { transports: ['websocket'], forceNew: true, reconnection: false };
  const socket = io(app.url, { ...options, extraHeaders: headers, auth });
  const opened = { socket, messages: [] as PushMessage[], missed: 0 };
  socket.on(PUSH_EVENT, (message: PushMessage) => opened.messages.push(message));
  socket.on(MISSED_EVENT, () => (opened.missed += 1));
  const closed = new Promise<string>((resolve) => socket.on('disconnect', resolve));
  await new Promise<void>((resolve, reject) => {
    socket.on('connect', resolve);
    socket.on('connect_error', (error) => {
      socket.close();
      reject(error);
    });
  });
  const next = (type: PushMessage['type']) =>
    new Promise<PushMessage>((resolve) => {
      const listen = (message: PushMessage) => {
        if (message.type !== type) return;
        socket.off(PUSH_EVENT, listen);
        resolve(message);
      };
      socket.on(PUSH_EVENT, listen);
    });
  return Object.assign(opened, { next, closed });
}

/** Returns all messages pushed so far. They arrive in the order of the log: the message of one more change ends them. */
export async function received(user: TestUser, { next, messages }: TestSocket): Promise<PushMessage['type'][]> {
  const style = { name: 'Ink', imageUrl: 'https://example.com/a.png', category: 'Custom' };
  const last = next('stylesChanged');
  await user.agent.post('/api/styles').send(style).expect(201);
  await last;
  return messages
    .splice(0)
    .slice(0, -1)
    .map(({ type }) => type);
}
