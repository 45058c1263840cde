import { MISSED_EVENT, PUSH_EVENT, type PushMessage } from '@storyreel/contracts';
import { pushProblems } from '@storyreel/contracts/testing';
import { reportLie } from './lies';

/** Stands in for the package socket.io-client: jest.mock('socket.io-client', () => jest.requireActual('./fake-socket')). */
const handlers = new Map<string, (payload?: unknown) => void>();

export const io = () => ({
  /** It goes on trying by itself. */
  active: true,
  on: (event: string, handle: (payload?: unknown) => void) => handlers.set(event, handle),
  close: () => handlers.clear(),
});

export const fakeSocket = {
  connect: () => handlers.get('connect')?.(),
  disconnect: () => handlers.get('disconnect')?.(),
  /** An attempt to connect fails. */
  fail: () => handlers.get('connect_error')?.(),
  /** The server says that something was pushed before it connected. */
  miss: () => handlers.get(MISSED_EVENT)?.(),
  push(message: PushMessage): void {
    reportLie('A push', pushProblems(message));
    handlers.get(PUSH_EVENT)?.(message);
  },
  /** The one way to push what the contracts do not allow. */
  pushBroken: (message: unknown) => handlers.get(PUSH_EVENT)?.(message),
  isListening: () => handlers.has(PUSH_EVENT),
};
