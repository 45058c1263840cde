import { addDays, type Day } from './days';

/** A time of day, 'HH:MM'. */
export type TimeOfDay = string;

export const isTimeOfDay = (typed: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(typed);

const formats = new Map<string, Intl.DateTimeFormat>();
function formatOf(zone: string): Intl.DateTimeFormat {
  const known = formats.get(zone);
  if (known) return known;
  const made = new Intl.DateTimeFormat('en-US', {
    timeZone: zone,
    hourCycle: 'h23',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  });
  formats.set(zone, made);
  return made;
}

/** Returns the local time in the zone as 'YYYY-MM-DDTHH:MM:SS'. */
function wallClock(at: Date, zone: string): string {
  const parts = new Map(
    formatOf(zone)
      .formatToParts(at)
      .map(({ type, value }) => [type, value]),
  );
  const part = (type: Intl.DateTimeFormatPartTypes): string => parts.get(type) ?? '';
  const year = part('year').padStart(4, '0');
  return `${year}-${part('month')}-${part('day')}T${part('hour')}:${part('minute')}:${part('second')}`;
}

/** Returns the day of an instant in the zone. */
export const dayAt = (instant: string | Date, zone: string): Day =>
  wallClock(new Date(instant), zone).slice(0, 'YYYY-MM-DD'.length);

/** Returns the time of day of an instant in the zone. */
export const timeAt = (instant: string | Date, zone: string): TimeOfDay =>
  wallClock(new Date(instant), zone).slice('YYYY-MM-DDT'.length, 'YYYY-MM-DDTHH:MM'.length);

/** Effect of a clock change on a local time: clocks skip the time, or show it twice. */
export type ClockChange = 'skipped' | 'twice';

/** Returns the zone's offset from UTC in milliseconds. */
const offsetAt = (at: Date, zone: string): number => {
  const whole = Math.floor(at.getTime() / 1000) * 1000;
  return new Date(`${wallClock(at, zone)}Z`).getTime() - whole;
};

/**
 * Returns the instants at which the zone's clocks show a time, earliest first. `later`: the instant to use when clocks
 * skip the time.
 */
function instantsOf(day: Day, time: TimeOfDay, zone: string): { exact: Date[]; later: Date } {
  const shown = new Date(`${day}T${time}:00Z`);
  // No offset exceeds 14 hours, so one day earlier lies before the clock change and one day later after it.
  const before = offsetAt(new Date(`${addDays(day, -1)}T${time}:00Z`), zone);
  const after = offsetAt(new Date(`${addDays(day, 1)}T${time}:00Z`), zone);
  const candidates = [...new Set([before, after])].map((offset) => new Date(shown.getTime() - offset));
  const exact = candidates.filter((at) => at.getTime() + offsetAt(at, zone) === shown.getTime());
  return { exact: exact.sort((a, b) => a.getTime() - b.getTime()), later: new Date(shown.getTime() - before) };
}

/**
 * Returns the instant of a local day and time in the zone. When clocks go back and show the time twice, this is the
 * first instant; a time that clocks skip when they go forward is moved later by the skipped amount.
 */
export function instantOf(day: Day, time: TimeOfDay, zone: string): Date {
  const { exact, later } = instantsOf(day, time, zone);
  return exact[0] ?? later;
}

/** Returns how a clock change affects a local time; null if it does not. */
export function clockChangeAt(day: Day, time: TimeOfDay, zone: string): ClockChange | null {
  const { exact } = instantsOf(day, time, zone);
  if (exact.length === 1) return null;
  return exact.length === 0 ? 'skipped' : 'twice';
}

/**
 * Returns a note about a clock change that affects a planned time; null if none does, and while no day or time is
 * chosen.
 */
export function clockNote(day: Day, time: TimeOfDay, zone: string): string | null {
  const change = day !== '' && isTimeOfDay(time) ? clockChangeAt(day, time, zone) : null;
  if (change === null) return null;
  return change === 'skipped'
    ? `Clocks go forward that day and skip ${time}: ${timeAt(instantOf(day, time, zone), zone)} is used.`
    : `Clocks go back that day and show ${time} twice: the first is used.`;
}
