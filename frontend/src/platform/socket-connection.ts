import { PUSH_EVENT, pushMessageSchema, type PushMessage } from '@storyreel/contracts';
import { io } from 'socket.io-client';
import { logError } from './log';

export interface SocketHandlers {
  onMessage: (message: PushMessage) => void;
  /** After a connection came back, or its first attempts failed: messages in between were missed. */
  onReconnect: () => void;
  onConnectedChange: (connected: boolean) => void;
  /** The server will not have this connection any more, and it does not come back by itself. */
  onRefused: () => void;
}

/** Opens the session's socket and returns what closes it. */
export function openSocket({ onMessage, onReconnect, onConnectedChange, onRefused }: SocketHandlers): () => void {
  const socket = io({ withCredentials: true, transports: ['websocket', 'polling'] });
  let hasBeenAway = false;
  socket.on('connect', () => {
    onConnectedChange(true);
    if (hasBeenAway) onReconnect();
    hasBeenAway = false;
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
