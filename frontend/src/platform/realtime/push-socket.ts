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
  /** Called when messages may have been missed, either since the page was rendered or during a disconnect. */
  onMissed: () => void;
  onConnectedChange: (connected: boolean) => void;
  /** Called when the server refuses the connection. Resolves to true if reconnecting is worthwhile. */
  onRefused: () => Promise<boolean>;
}

/**
 * Milliseconds before a refused connection is retried for the first time; the wait doubles each time to spare an
 * overloaded server.
 */
const FIRST_WAIT_MS = 1_000;
const LONGEST_WAIT_MS = 30_000;

/** Opens the session's socket and returns a close function. */
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
   * Reconnects after a refusal, because the client itself only retries after network errors. The server may have
   * refused because it was overloaded, or because another window has renewed the session.
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

/** Passes each message to every domain's handler, which invalidates the domain's queries. */
export const createPushRouter =
  (handlers: readonly PushHandler[]): PushHandler =>
  (message, queryClient) => {
    dropFirstAnswers();
    for (const handle of handlers) handle(message, queryClient);
  };

/**
 * Checks the session with the server and, if it has ended, interrupts the user's work.
 * @returns false when the session has ended; true when it is valid or the check failed
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
    // If the user leaves the dialog without signing in, there is nothing left to wait for.
    await session.renewed(undefined, asked).catch(() => false);
    return false;
  }
}
