import { useCallback, useSyncExternalStore } from 'react';

/** Nobody knows it yet: drawn for a wide window, and what a narrow one does not show is hidden by CSS. */
const drawnAhead = (): boolean => false;

/** Whether the window fits a media query, now and whenever that changes. */
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
