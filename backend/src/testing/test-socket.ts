import { MISSED_EVENT, PUSH_EVENT, type PushMessage } from '@storyreel/contracts';
import { io, type Socket } from 'socket.io-client';
import type { TestApp, TestUser } from './app-harness';

export interface TestSocket {
  socket: Socket;
  /** What was pushed so far. */
  messages: PushMessage[];
  /** How often the server has said that some may be missing. */
  missed: number;
  /** The next message of a type, counted from this call. */
  next: (type: PushMessage['type']) => Promise<PushMessage>;
  /** Resolves with the reason when the server or the network has closed it. */
  closed: Promise<string>;
}

/** A new session of a user, as the cookie that names it. */
export async function newSession(app: Pick<TestApp, 'anonymous'>, { email, password }: TestUser): Promise<string> {
  const { headers } = await app.anonymous().post('/api/login').send({ email, password }).expect(200);
  return [headers['set-cookie']].flat().join('; ').split(';')[0] ?? '';
}

/** Rejects with the server's reason when it refuses the handshake. */
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

/** What has been pushed up to now, all of it: messages keep the order of the log, so one more tells the end. */
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
