import { addDays, type Day } from './days';

/** A time of day, 'HH:MM'. */
export type TimeOfDay = string;

/** Returns the visitor's time zone. */
export const visitorZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone;

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

/** Returns the zone's offset from UTC in milliseconds. */
const offsetAt = (at: Date, zone: string): number => {
  const whole = Math.floor(at.getTime() / 1000) * 1000;
  return new Date(`${wallClock(at, zone)}Z`).getTime() - whole;
};

/**
 * Returns the instant of a local day and time in the zone. When clocks go back and there are two, the first; a time
 * skipped when clocks go forward is moved later by the skipped amount.
 */
export function instantOf(day: Day, time: TimeOfDay, zone: string): Date {
  const shown = new Date(`${day}T${time}:00Z`);
  // No offset exceeds 14 hours: a day earlier is before a clock change, a day later after it.
  const before = offsetAt(new Date(`${addDays(day, -1)}T${time}:00Z`), zone);
  const after = offsetAt(new Date(`${addDays(day, 1)}T${time}:00Z`), zone);
  const candidates = [before, after].map((offset) => new Date(shown.getTime() - offset));
  const exact = candidates.filter((at) => at.getTime() + offsetAt(at, zone) === shown.getTime());
  const [found = new Date(shown.getTime() - before)] = exact.sort((a, b) => a.getTime() - b.getTime());
  return found;
}
