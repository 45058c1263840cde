/** Postgres stores neither NUL nor half of a surrogate pair, in text or in jsonb. */
const NUL = '\0';

/** The text without NULs; half a surrogate pair becomes U+FFFD. The same text when there is nothing to clean. */
export function cleanText(text: string): string {
  return (text.includes(NUL) ? text.replaceAll(NUL, '') : text).toWellFormed();
}

/** Every text of a JSON value cleaned, names of properties too. The same value when there is nothing to clean. */
export function cleanJson<T>(value: T): T {
  return clean(value) as T;
}

function clean(value: unknown): unknown {
  if (typeof value === 'string') return cleanText(value);
  if (Array.isArray(value)) return cleanList(value);
  return isPlain(value) ? cleanRecord(value) : value;
}

function cleanList(list: unknown[]): unknown[] {
  const cleaned = list.map(clean);
  return cleaned.every((item, i) => Object.is(item, list[i])) ? list : cleaned;
}

function cleanRecord(record: Record<string, unknown>): Record<string, unknown> {
  const entries = Object.entries(record);
  const cleaned = entries.map(([name, value]) => [cleanText(name), clean(value)] as const);
  const same = cleaned.every(([name, value], i) => name === entries[i]?.[0] && Object.is(value, entries[i][1]));
  // Object.fromEntries defines properties, so a name such as __proto__ is a name like any other.
  return same ? record : Object.fromEntries(cleaned);
}

/** Dates and the like keep what they are. */
function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}
