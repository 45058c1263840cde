import { formatElapsed, useNow } from '../platform/elapsed';

/** The time that has passed since then, in milliseconds since 1970, while it passes. */
export function Elapsed({ since }: { since: number }) {
  return <time>{formatElapsed(useNow() - since)}</time>;
}
