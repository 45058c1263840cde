import { useEffect } from 'react';

/** Milliseconds in which a screen has fetched what it needs itself. */
const QUIET_MS = 5_000;

/** Fetches code ahead that is wanted just when there may be no way to fetch it. */
export function useFetchedAhead(preload: () => Promise<unknown>): void {
  useEffect(() => {
    const timer = setTimeout(() => void preload(), QUIET_MS);
    return () => clearTimeout(timer);
  }, [preload]);
}
