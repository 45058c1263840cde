import type { QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { onePerWindow } from './query-client';
import { createStore, useExternalStore } from '../store';

export interface OptimisticChange<Shown, Saved> {
  /** Returns the value to show meanwhile, from the cached one. */
  apply: (held: Shown) => Shown;
  save: () => Promise<Saved>;
  /** Puts the answer into the cache. The change is shown until then. */
  settle: (saved: Saved) => unknown;
  /** Changes with the same value here are sent one after the other, so that they arrive in order. */
  inTurn?: string;
}

/**
 * Changes shown before the server has answered. They are overlaid on the cache and never written to it: a failed one
 * disappears without touching earlier or later ones, and a read in between cannot bring the old state back.
 */
export function createOptimisticChanges<Shown>() {
  type Apply = (held: Shown) => Shown;
  const pendingIn = onePerWindow(() => createStore<readonly Apply[]>([]));
  const over = (held: Shown, pending: readonly Apply[]) => pending.reduce((shown, apply) => apply(shown), held);
  return {
    /** Shows the change and saves it. Rejects with the error of `save` after taking the change back. */
    make<Saved>(queryClient: QueryClient, change: OptimisticChange<Shown, Saved>): Promise<Saved> {
      const pending = pendingIn(queryClient);
      // A new function each time, because the same change may be made twice.
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
