import { useSyncExternalStore } from 'react';

/** A list of change listeners. */
export interface Changes {
  subscribe: (listener: () => void) => () => void;
  announce: () => void;
}

/**
 * Creates a list of change listeners.
 * @param attend starts the source of the changes at the first subscription and returns a function that stops the source
 */
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

/**
 * Creates a store for a value outside React; `useExternalStore(store.subscribe, store.get)` subscribes a component to
 * it.
 */
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
  /** Undefined removes the value. */
  set: (key: string, value: T | undefined) => void;
  subscribe: Changes['subscribe'];
}

/** Creates a store for values by id. */
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

/** Subscribes a component to a value outside React. While prerendering it returns the initial value. */
export const useExternalStore = <T>(subscribe: (listener: () => void) => () => void, get: () => T): T =>
  useSyncExternalStore(subscribe, get, get);
