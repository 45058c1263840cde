const TIME = String.raw`(?:T| )(\d{1,2}):(\d{2})(?::(\d{2}(?:\.\d+)?))?`;
const ZONE = String.raw` ?(?:(Z|UTC|GMT)|([+-]\d{2}):?(\d{2})?)`;
const INSTANT = new RegExp(String.raw`^(\d{4}-\d{2}-\d{2})(?:${TIME}(?:${ZONE})?)?$`, 'i');

/**
 * The day of an instant in UTC; null for what is none. Without a zone it is taken for UTC: `Date` would take the zone of
 * whichever server reads, and 30 February for 2 March.
 */
export function utcDay(text: string): string | null {
  const [, day, hour, minute = '00', second = '00', , offset, offsetMinutes = '00'] = INSTANT.exec(text.trim()) ?? [];
  if (day === undefined || dayOf(`${day}T00:00:00Z`) !== day) return null;
  if (hour === undefined) return day;
  const zone = offset === undefined ? 'Z' : `${offset}:${offsetMinutes}`;
  return dayOf(`${day}T${hour.padStart(2, '0')}:${minute}:${second}${zone}`);
}

function dayOf(instant: string): string | null {
  const at = Date.parse(instant);
  return Number.isNaN(at) ? null : new Date(at).toISOString().slice(0, 10);
}
