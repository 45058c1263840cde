import { MISSED_EVENT, PUSH_EVENT, pushMessageSchema, type PushMessage } from '@storyreel/contracts';
import { io } from 'socket.io-client';
import { browserTimers, type Timers } from './autosave-types';
import { pagePosition } from './first-answers';
import { logError } from './log';

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
