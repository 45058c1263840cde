import { type ErrorCode, MISSED_EVENT, PUSH_EVENT, type PushMessage } from '@storyreel/contracts';
import { pushProblems } from '@storyreel/contracts/testing';
import { reportLie } from './lies';

/** Replaces the package socket.io-client in all component tests. */
const handlers = new Map<string, (payload?: unknown) => void>();
/** True while the client reconnects by itself. */
let active = true;
let reopened = 0;

export const io = () => {
  active = true;
  reopened = 0;
  return {
    get active() {
      return active;
    },
    on: (event: string, handle: (payload?: unknown) => void) => handlers.set(event, handle),
    connect() {
      active = true;
      reopened += 1;
    },
    close: () => handlers.clear(),
  };
};

export const fakeSocket = {
  connect: () => handlers.get('connect')?.(),
  disconnect: () => handlers.get('disconnect')?.(),
  /** Fails a connection attempt. */
  fail: () => handlers.get('connect_error')?.(),
  /** Refuses the connection, after which the client gives up. */
  refuse(code: ErrorCode): void {
    active = false;
    handlers.get('connect_error')?.(new Error(code));
  },
  /** Closes the socket together with its session, after which the client gives up. */
  dismiss(): void {
    active = false;
    handlers.get('disconnect')?.('io server disconnect');
  },
  /** Returns how often the socket was reopened after the client had given up. */
  reopened: () => reopened,
  /** Reports that a message was pushed before the client connected. */
  miss: () => handlers.get(MISSED_EVENT)?.(),
  push(message: PushMessage): void {
    reportLie('A push', pushProblems(message));
    handlers.get(PUSH_EVENT)?.(message);
  },
  /** Pushes a message that may violate the contracts. */
  pushBroken: (message: unknown) => handlers.get(PUSH_EVENT)?.(message),
  isListening: () => handlers.has(PUSH_EVENT),
};
