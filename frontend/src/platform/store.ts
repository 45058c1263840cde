import { useSyncExternalStore } from 'react';

/** Whom to tell that something has changed. */
export interface Changes {
  subscribe: (listener: () => void) => () => void;
  announce: () => void;
}

/** @param attend begins what brings changes, for as long as somebody listens; its answer ends it */
export function createChanges(attend?: () => () => void): Changes {
  const listeners = new Set<() => void>();
  let leave: (() => void) | undefined;
  return {
    announce() {
      for (const listener of listeners) listener();
    },
    subscribe(listener) {
      if (listeners.size === 0) leave = attend?.();
      listeners.add(listener);
      return () => {
        if (listeners.delete(listener) && listeners.size === 0) leave?.();
      };
    },
  };
}

export interface Store<T> {
  get: () => T;
  set: (value: T) => void;
  subscribe: Changes['subscribe'];
}

/** A value outside React; `useOutside(store.subscribe, store.get)` shows it. */
export function createStore<T>(initial: T, attend?: () => () => void): Store<T> {
  const { subscribe, announce } = createChanges(attend);
  let value = initial;
  return {
    subscribe,
    get: () => value,
    set(next) {
      value = next;
      announce();
    },
  };
}

export interface KeyedStore<T> {
  get: (key: string) => T | undefined;
  /** Undefined takes it away. */
  set: (key: string, value: T | undefined) => void;
  subscribe: Changes['subscribe'];
}

/** Values of many things of one kind, by their id. */
export function createKeyedStore<T>(): KeyedStore<T> {
  const { subscribe, announce } = createChanges();
  const values = new Map<string, T>();
  return {
    subscribe,
    get: (key) => values.get(key),
    set(key, value) {
      if (value === undefined) values.delete(key);
      else values.set(key, value);
      announce();
    },
  };
}

/** Shows a value outside React. Also where the server draws the first look, when nothing has happened to it yet. */
export const useExternalStore = <T>(subscribe: (listener: () => void) => () => void, get: () => T): T =>
  useSyncExternalStore(subscribe, get, get);
