import type { QueryClient } from '@tanstack/react-query';
import { useCallback } from 'react';
import { onePerWindow } from './query-client';
import { createStore, useExternalStore } from '../store';

export interface OptimisticChange<Shown, Saved> {
  /** What is shown meanwhile, made of what the cache holds. */
  apply: (held: Shown) => Shown;
  save: () => Promise<Saved>;
  /** Puts the answer into the cache. The change is shown until that is done. */
  settle: (saved: Saved) => unknown;
  /** Changes that name the same thing here are sent one after the other, so that the last one also arrives last. */
  inTurn?: string;
}

/**
 * Changes that are shown before the server has answered. They lie over what the cache holds and never get into it: one
 * that fails takes itself back, whatever came before or after it, and a read in between cannot show the old state.
 */
export function createOptimisticChanges<Shown>() {
  type Apply = (held: Shown) => Shown;
  const pendingIn = onePerWindow(() => createStore<readonly Apply[]>([]));
  const over = (held: Shown, pending: readonly Apply[]) => pending.reduce((shown, apply) => apply(shown), held);
  return {
    /** Rejects, the change taken back, with what `save` rejects with. */
    make<Saved>(queryClient: QueryClient, change: OptimisticChange<Shown, Saved>): Promise<Saved> {
      const pending = pendingIn(queryClient);
      // A function of its own: the same change may be made twice.
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
