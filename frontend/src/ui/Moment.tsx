import { formatElapsed, useNow } from '../platform/time/elapsed';

const moment = new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle: 'short' });

/** Shows a time in the visitor's format and time zone. */
export function Moment({ at }: { at: string }) {
  return <time dateTime={at}>{moment.format(new Date(at))}</time>;
}

/** Shows the time elapsed since `since` (milliseconds since 1970), updated every second. */
export function Elapsed({ since }: { since: number }) {
  return <time>{formatElapsed(useNow() - since)}</time>;
}
