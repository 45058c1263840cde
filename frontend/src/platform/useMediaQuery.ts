import { useCallback, useSyncExternalStore } from 'react';

/** The prerender assumes a wide window; CSS hides the parts that a narrow window does not show. */
const drawnAhead = (): boolean => false;

/** Returns whether the window matches a media query, and rerenders the component when that changes. */
export function useMediaQuery(query: string): boolean {
  const subscribe = useCallback(
    (listener: () => void) => {
      const list = window.matchMedia(query);
      list.addEventListener('change', listener);
      return () => list.removeEventListener('change', listener);
    },
    [query],
  );
  return useSyncExternalStore(subscribe, () => window.matchMedia(query).matches, drawnAhead);
}
