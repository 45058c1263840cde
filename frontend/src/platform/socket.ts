import { useSyncExternalStore } from 'react';

let connected = false;
const listeners = new Set<() => void>();

export function setSocketConnected(value: boolean): void {
  connected = value;
  for (const listener of listeners) listener();
}
const subscribe = (listener: () => void) => {
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
  };
};

/** Whether changes are pushed; while not, screens fall back to polling. */
export const useSocketConnected = (): boolean =>
  useSyncExternalStore(
    subscribe,
    () => connected,
    () => false,
  );
