import { useSyncExternalStore } from 'react';

/** Shows a value outside React. Also where the server draws the first look, when nothing has happened to it yet. */
export const useExternalStore = <T>(subscribe: (listener: () => void) => () => void, get: () => T): T =>
  useSyncExternalStore(subscribe, get, get);
