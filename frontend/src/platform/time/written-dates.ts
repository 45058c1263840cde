import type { DateChoice } from '@storyreel/contracts';
import { createStore, useExternalStore } from '../store';

/** Dates in the browser's own format and time zone. */
export const DATES_OF_BROWSER: DateChoice = { locale: null, timeZone: null };

const chosen = createStore(DATES_OF_BROWSER);

function canWrite(locale: string | undefined, timeZone?: string): boolean {
  try {
    new Intl.DateTimeFormat(locale, { timeZone });
    return true;
  } catch {
    return false;
  }
}

/**
 * Formats all dates from now on as the user has chosen. If this browser does not know the language or time zone,
 * because it was chosen in a newer browser, the browser's own is used.
 */
export function writeDates({ locale, timeZone }: DateChoice): void {
  const before = chosen.get();
  const next = {
    locale: locale !== null && canWrite(locale) ? locale : null,
    timeZone: timeZone !== null && canWrite(undefined, timeZone) ? timeZone : null,
  };
  if (next.locale !== before.locale || next.timeZone !== before.timeZone) chosen.set(next);
}

export const browserZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

/** Returns the user's time zone: the chosen one, or else the browser's. */
export const visitorZone = (): string => chosen.get().timeZone ?? browserZone();

/** Returns the user's choice as far as this browser supports it, and rerenders the component when it changes. */
export const useWrittenDates = (): DateChoice => useExternalStore(chosen.subscribe, chosen.get);

/** Returns `visitorZone` and rerenders the component when another zone is chosen. */
export const useVisitorZone = (): string => useWrittenDates().timeZone ?? browserZone();

/** Returns a zone's name for users: 'America/New York' for America/New_York. */
export const zoneWords = (zone: string): string => zone.replaceAll('_', ' ');

/**
 * Returns a function that formats dates and times in the language and time zone chosen when it is called, unless the
 * options name a zone. Creating a format is slow, so the format is reused until the choice changes.
 */
export function dateFormat(options: Intl.DateTimeFormatOptions): (at: Date | string | number) => string {
  let kept: { of: DateChoice; format: Intl.DateTimeFormat } | undefined;
  return (at) => {
    const of = chosen.get();
    if (kept?.of !== of) {
      const timeZone = of.timeZone ?? undefined;
      kept = { of, format: new Intl.DateTimeFormat(of.locale ?? undefined, { timeZone, ...options }) };
    }
    return kept.format.format(new Date(at));
  };
}
