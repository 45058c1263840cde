import { PUSH_EVENT, pushMessageSchema, type PushMessage } from '@storyreel/contracts';
import { useSyncExternalStore } from 'react';
import type { Socket } from 'socket.io-client';
import { logError } from './log';

let socket: Socket | null = null;
let connected = false;
const listeners = new Set<() => void>();
const setConnected = (value: boolean) => {
  connected = value;
  for (const listener of listeners) listener();
};
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

export interface SocketHandlers {
  onMessage: (message: PushMessage) => void;
  /** After a connection came back: messages in between were missed. */
  onReconnect: () => void;
}

/** Opens the session's socket and returns what closes it. The library is loaded after the first screen. */
export function connectSocket({ onMessage, onReconnect }: SocketHandlers): () => void {
  let closed = false;
  let connectedBefore = false;
  import('socket.io-client')
    .then(({ io }) => {
      if (closed) return;
      socket = io({ withCredentials: true, transports: ['websocket', 'polling'] });
      socket.on('connect', () => {
        setConnected(true);
        if (connectedBefore) onReconnect();
        connectedBefore = true;
      });
      socket.on('disconnect', () => setConnected(false));
      socket.on(PUSH_EVENT, (raw: unknown) => {
        const message = pushMessageSchema.safeParse(raw);
        if (message.success) onMessage(message.data);
        else logError('A push message has an unknown shape', message.error);
      });
    })
    .catch((error: unknown) => logError('The socket could not be loaded', error));
  return () => {
    closed = true;
    socket?.close();
    socket = null;
    setConnected(false);
  };
}

/** Whether changes are pushed; while not, screens fall back to polling. */
export const useSocketConnected = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => connected,
    () => false,
  );
