import { createStore, useExternalStore } from '../store';

const connected = createStore(false);
export const setSocketConnected = connected.set;
export const isSocketConnected = connected.get;

/** Returns true while changes are pushed; otherwise screens fall back to polling. */
export const useSocketConnected = (): boolean => useExternalStore(connected.subscribe, connected.get);
