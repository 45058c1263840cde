import { formatElapsed, useNow } from '../platform/time/elapsed';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** In the visitor's own format and zone. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{moment.format(new Date(at))}</time>;
}

/** The time that has passed since then, in milliseconds since 1970, while it passes. */
export function Elapsed({ since }: { since: number }) {
  return <time>{formatElapsed(useNow() - since)}</time>;
}
