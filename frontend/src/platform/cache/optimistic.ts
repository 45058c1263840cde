import type { QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { onePerWindow } from './query-client';
import { createStore, useExternalStore } from '../store';

export interface OptimisticChange<Shown, Saved> {
  /** Returns the value to show until the server has answered, given the cached one. */
  apply: (held: Shown) => Shown;
  save: () => Promise<Saved>;
  /** Puts the response into the cache. Until then, the optimistic value is shown. */
  settle: (saved: Saved) => unknown;
  /** Changes with the same `inTurn` are sent one after another, so that they arrive in order. */
  inTurn?: string;
}

/**
 * Changes that are shown before the server has answered. They are applied on top of the cache and never written to it:
 * a failed change disappears without affecting other changes, and a read in between cannot bring the old state back.
 */
export function createOptimisticChanges<Shown>() {
  type Apply = (held: Shown) => Shown;
  const pendingIn = onePerWindow(() => createStore<readonly Apply[]>([]));
  const over = (held: Shown, pending: readonly Apply[]) => pending.reduce((shown, apply) => apply(shown), held);
  return {
    /** Shows the change and saves it. If `save` fails, removes the change again and rejects with the error. */
    make<Saved>(queryClient: QueryClient, change: OptimisticChange<Shown, Saved>): Promise<Saved> {
      const pending = pendingIn(queryClient);
      // A new function for each change, because the same change may be made twice.
      const apply: Apply = (held) => change.apply(held);
      pending.set([...pending.get(), apply]);
      return queryClient
        .getMutationCache()
        .build(queryClient, {
          scope: change.inTurn === undefined ? undefined : { id: change.inTurn },
          mutationFn: change.save,
          onSuccess: change.settle,
          onSettled: () => pending.set(pending.get().filter((other) => other !== apply)),
        })
        .execute(undefined);
    },
    shown: (queryClient: QueryClient, held: Shown): Shown => over(held, pendingIn(queryClient).get()),
    useShown(queryClient: QueryClient): Apply {
      const { subscribe, get } = pendingIn(queryClient);
      const pending = useExternalStore(subscribe, get);
      return useCallback((held) => over(held, pending), [pending]);
    },
  };
}
