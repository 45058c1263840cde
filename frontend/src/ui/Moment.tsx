import { timeZoneOf, useShownZone } from '../platform/time/zone';
import type { Zone } from '../platform/time/zone';
import { formatElapsed, useNow } from '../platform/time/elapsed';

type Precision = 'short' | 'medium';
const formatIn = (zone: Zone, timeStyle: Precision) =>
  new Intl.DateTimeFormat(undefined, { dateStyle: 'medium', timeStyle, timeZone: timeZoneOf(zone) });
const FORMATS: Record<Precision, Record<Zone, Intl.DateTimeFormat>> = {
  short: { utc: formatIn('utc', 'short'), local: formatIn('local', 'short') },
  medium: { utc: formatIn('utc', 'medium'), local: formatIn('local', 'medium') },
};

interface MomentProps {
  at: string;
  /** Also shows seconds. */
  exact?: boolean;
}

/** Shows a time in the visitor's format, and in the time zone of the screen: by default the visitor's own. */
export function Moment({ at, exact = false }: MomentProps) {
  const zone = useShownZone();
  return <time dateTime={at}>{FORMATS[exact ? 'medium' : 'short'][zone].format(new Date(at))}</time>;
}

/** Shows the time elapsed since `since` (milliseconds since 1970), updated every second. */
export function Elapsed({ since }: { since: number }) {
  return <time>{formatElapsed(useNow() - since)}</time>;
}
