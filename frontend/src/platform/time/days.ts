/** A calendar day, 'YYYY-MM-DD', or '' for none. It has no time and therefore no time zone. Days sort as strings. */
export type Day = string;

const DAY_MS = 86_400_000;
const LAST_DAY = '9999-12-31';
const FIRST_DAY = '1000-01-01';

/**
 * Returns noon in UTC of a day, for arithmetic and for formats with `timeZone: 'UTC'`. UTC has no daylight saving time.
 */
export const utcNoon = (day: Day): Date => new Date(`${day}T12:00:00Z`);
const dayAt = (utc: number): Day => new Date(utc).toISOString().slice(0, 10);

export function addDays(day: Day, days: number): Day {
  const utc = utcNoon(day).getTime() + days * DAY_MS;
  return utc > utcNoon(LAST_DAY).getTime() || utc < utcNoon(FIRST_DAY).getTime() ? day : dayAt(utc);
}

/** Adds months to a day. When the month is too short, returns its last day: a month after January 31 is February 28. */
export function addMonths(day: Day, months: number): Day {
  const date = utcNoon(day);
  const year = date.getUTCFullYear();
  const month = date.getUTCMonth() + months;
  const last = new Date(Date.UTC(year, month + 1, 0)).getUTCDate();
  const utc = Date.UTC(year, month, Math.min(date.getUTCDate(), last), 12);
  return utc > utcNoon(LAST_DAY).getTime() || utc < utcNoon(FIRST_DAY).getTime() ? day : dayAt(utc);
}

export const monthOf = (day: Day): string => day.slice(0, 7);
/** Returns the weekday; 0 is Sunday. */
export const weekdayOf = (day: Day): number => utcNoon(day).getUTCDay();
export const startOfWeek = (day: Day): Day => addDays(day, -weekdayOf(day));
export const endOfWeek = (day: Day): Day => addDays(day, 6 - weekdayOf(day));

/** Returns the weeks that overlap the month, Sunday to Saturday, including days of the neighbouring months. */
export function weeksOfMonth(day: Day): Day[][] {
  const first = `${monthOf(day)}-01`;
  const last = addDays(addMonths(first, 1), -1);
  const weeks: Day[][] = [];
  for (let start = startOfWeek(first); start <= last; start = addDays(start, 7)) {
    weeks.push(Array.from({ length: 7 }, (_, index) => addDays(start, index)));
  }
  return weeks;
}

/** Returns the current day of the ledger, which counts in UTC. */
export const todayUtc = (): Day => new Date().toISOString().slice(0, 10);

/** Returns the range of the last `days` days including today; `to` is exclusive. */
export function lastDays(today: Day, days: number): { from: Day; to: Day } {
  return { from: addDays(today, 1 - days), to: addDays(today, 1) };
}
