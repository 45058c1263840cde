import { type ErrorCode, MISSED_EVENT, PUSH_EVENT, type PushMessage } from '@storyreel/contracts';
import { pushProblems } from '@storyreel/contracts/testing';
import { reportLie } from './lies';

/** Stands in for the package socket.io-client in all component tests. */
const handlers = new Map<string, (payload?: unknown) => void>();
/** It goes on trying by itself. */
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
  /** An attempt to connect fails. */
  fail: () => handlers.get('connect_error')?.(),
  /** The server answers that it will not have it: the client gives up. */
  refuse(code: ErrorCode): void {
    active = false;
    handlers.get('connect_error')?.(new Error(code));
  },
  /** The server ends it, with its session: the client gives up. */
  dismiss(): void {
    active = false;
    handlers.get('disconnect')?.('io server disconnect');
  },
  /** How often it was opened again after the client had given up. */
  reopened: () => reopened,
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
