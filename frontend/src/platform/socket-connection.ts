import { MISSED_EVENT, PUSH_EVENT, pushMessageSchema, type PushMessage } from '@storyreel/contracts';
import { io } from 'socket.io-client';
import { pagePosition } from './first-answers';
import { logError } from './log';

export interface SocketHandlers {
  onMessage: (message: PushMessage) => void;
  /** Messages may have been missed: since the page was read, or while the connection was away. */
  onMissed: () => void;
  onConnectedChange: (connected: boolean) => void;
  /** The server will not have this connection any more, and it does not come back by itself. */
  onRefused: () => void;
}

/** Opens the session's socket and returns what closes it. */
export function openSocket({ onMessage, onMissed, onConnectedChange, onRefused }: SocketHandlers): () => void {
  let hasConnected = false;
  let hasBeenAway = false;
  const socket = io({
    withCredentials: true,
    transports: ['websocket', 'polling'],
    auth: (send) => send(hasConnected || hasBeenAway ? {} : { since: pagePosition() }),
  });
  socket.on('connect', () => {
    onConnectedChange(true);
    if (hasBeenAway) onMissed();
    hasBeenAway = false;
    hasConnected = true;
  });
  socket.on('disconnect', (reason) => {
    hasBeenAway = true;
    onConnectedChange(false);
    if (reason === 'io server disconnect') onRefused();
  });
  // Network errors are tried again by the client; an answer of our server is final.
  socket.on('connect_error', () => {
    hasBeenAway = true;
    if (!socket.active) onRefused();
  });
  socket.on(MISSED_EVENT, onMissed);
  socket.on(PUSH_EVENT, (raw: unknown) => {
    const message = pushMessageSchema.safeParse(raw);
    if (message.success) onMessage(message.data);
    else logError('A push message has an unknown shape', message.error);
  });
  return () => {
    socket.close();
    onConnectedChange(false);
  };
}
