import { useShownZone } from '../platform/time/zone';
import type { Zone } from '../platform/time/zone';
import { formatElapsed, useNow } from '../platform/time/elapsed';
import { dateFormat, useWrittenDates } from '../platform/time/written-dates';

type Precision = 'short' | 'medium';
const formatIn = (zone: Zone, timeStyle: Precision) =>
  dateFormat({ dateStyle: 'medium', timeStyle, ...(zone === 'utc' && { timeZone: 'UTC' }) });
const FORMATS: Record<Precision, Record<Zone, ReturnType<typeof dateFormat>>> = {
  short: { utc: formatIn('utc', 'short'), local: formatIn('local', 'short') },
  medium: { utc: formatIn('utc', 'medium'), local: formatIn('local', 'medium') },
};

interface MomentProps {
  at: string;
  /** True to include the seconds. */
  exact?: boolean;
}

/** Shows a time in the visitor's chosen format and the screen's time zone, which is the visitor's own by default. */
export function Moment({ at, exact = false }: MomentProps) {
  const zone = useShownZone();
  useWrittenDates();
  return <time dateTime={at}>{FORMATS[exact ? 'medium' : 'short'][zone](at)}</time>;
}

/** Shows the time that has passed since `since` (in milliseconds since 1970), updated every second. */
export function Elapsed({ since }: { since: number }) {
  return <time>{formatElapsed(useNow() - since)}</time>;
}
