import { MISSED_EVENT, PUSH_EVENT, pushMessageSchema } from '@storyreel/contracts';
import type { PushMessage } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { io } from 'socket.io-client';
import { browserTimers } from '../autosave/autosave-types';
import type { Timers } from '../autosave/autosave-types';
import { apiRequest, isSessionOver } from '../http/api-client';
import { logError } from '../log';
import { dropFirstAnswers, pagePosition } from '../prerender/prerender';
import { session } from '../session/session';

export interface SocketHandlers {
  onMessage: (message: PushMessage) => void;
  /** Messages may have been missed: since the page was read, or while the connection was away. */
  onMissed: () => void;
  onConnectedChange: (connected: boolean) => void;
  /** The server will not have this connection any more. Resolves to whether it is worth trying again. */
  onRefused: () => Promise<boolean>;
}

/** Milliseconds until a refused connection is tried again: twice as long each time, so as not to press a server in need. */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Opens the session's socket and returns what closes it. */
export function openSocket(handlers: SocketHandlers, timers: Timers = browserTimers): () => void {
  const { onMessage, onMissed, onConnectedChange, onRefused } = handlers;
  let hasConnected = false;
  let hasBeenAway = false;
  let isClosed = false;
  let wait = FIRST_WAIT_MS;
  let timer: unknown = null;
  const socket = io({
    withCredentials: true,
    transports: ['websocket', 'polling'],
    auth: (send) => send(hasConnected || hasBeenAway ? {} : { since: pagePosition() }),
  });
  /**
   * The client tries again by itself after network errors alone. An answer of our server is final to it, but may have
   * been given in a moment of need, or to a session that another window has renewed.
   */
  async function reopen(): Promise<void> {
    const isWorthIt = await onRefused();
    if (isClosed || !isWorthIt) return;
    timer = timers.setTimeout(() => socket.connect(), wait);
    wait = Math.min(2 * wait, LONGEST_WAIT_MS);
  }
  socket.on('connect', () => {
    wait = FIRST_WAIT_MS;
    onConnectedChange(true);
    if (hasBeenAway) onMissed();
    hasBeenAway = false;
    hasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    hasBeenAway = true;
    onConnectedChange(false);
    if (reason === 'io server disconnect') void reopen();
  });
  socket.on('connect_error', () => {
    hasBeenAway = true;
    if (!socket.active) void reopen();
  });
  socket.on(MISSED_EVENT, onMissed);
  socket.on(PUSH_EVENT, (raw: unknown) => {
    const message = pushMessageSchema.safeParse(raw);
    if (message.success) onMessage(message.data);
    else logError('A push message has an unknown shape', message.error);
  });
  return () => {
    isClosed = true;
    timers.clearTimeout(timer);
    socket.close();
    onConnectedChange(false);
  };
}

export type PushHandler = (message: PushMessage, queryClient: QueryClient) => void;

/** Hands each message to every domain, which knows which of its reads it makes old. */
export const createPushRouter =
  (handlers: readonly PushHandler[]): PushHandler =>
  (message, queryClient) => {
    dropFirstAnswers();
    for (const handle of handlers) handle(message, queryClient);
  };

/**
 * Asks the server whether the session still counts, and interrupts the work when it does not.
 * @returns false when it does not; a server that cannot say so leaves the session as it is
 */
export async function checkSession(): Promise<boolean> {
  const asked = session.getState();
  try {
    await apiRequest('GET', '/api/auth/user');
    return true;
  } catch (error) {
    if (!isSessionOver(error)) {
      logError('The session could not be checked', error);
      return true;
    }
    // Whoever leaves the dialog instead of signing in has nothing left to wait for.
    await session.renewed(undefined, asked).catch(() => false);
    return false;
  }
}
