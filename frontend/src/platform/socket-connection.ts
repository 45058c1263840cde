import { PUSH_EVENT, pushMessageSchema, type PushMessage } from '@storyreel/contracts';
import { io } from 'socket.io-client';
import { logError } from './log';

export interface SocketHandlers {
  onMessage: (message: PushMessage) => void;
  /** After a connection came back: messages in between were missed. */
  onReconnect: () => void;
  onConnectedChange: (connected: boolean) => void;
}

/** Opens the session's socket and returns what closes it. */
export function openSocket({ onMessage, onReconnect, onConnectedChange }: SocketHandlers): () => void {
  const socket = io({ withCredentials: true, transports: ['websocket', 'polling'] });
  let connectedBefore = false;
  socket.on('connect', () => {
    onConnectedChange(true);
    if (connectedBefore) onReconnect();
    connectedBefore = true;
  });
  socket.on('disconnect', () => onConnectedChange(false));
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
