/** Deeper than anything that views keep. */
const MAX_DEPTH = 16;
const ASCII = /^[\x20-\x7e]*$/;

/** Text of Postgres' jsonb for a value of JSON; null for what it prints in ways of its own. */
export function asPostgresJsonb(value: unknown, depth = MAX_DEPTH): string | null {
  if (depth < 0) return null;
  if (typeof value === 'string' || typeof value === 'boolean') return JSON.stringify(value);
  if (typeof value === 'number') return printNumber(value);
  if (value === null) return 'null';
  if (Array.isArray(value)) return list('[', ']', value, (item) => asPostgresJsonb(item, depth - 1));
  if (typeof value !== 'object') return null;
  const fields = Object.entries(value).filter(([, field]) => field !== undefined);
  return list('{', '}', fields.sort(byKey), ([name, field]) => {
    const printed = ASCII.test(name) ? asPostgresJsonb(field, depth - 1) : null;
    return printed === null ? null : `${JSON.stringify(name)}: ${printed}`;
  });
}

/** Without an exponent, as long as JSON writes it without one, too. */
function printNumber(value: number): string | null {
  const text = JSON.stringify(value);
  return text.includes('e') || !Number.isFinite(value) ? null : text;
}

/** Shorter names first. */
const byKey = ([a]: [string, unknown], [b]: [string, unknown]): number =>
  a.length === b.length ? (a < b ? -1 : 1) : a.length - b.length;

function list<T>(open: string, close: string, items: readonly T[], print: (item: T) => string | null): string | null {
  let text = open;
  for (const item of items) {
    const printed = print(item);
    if (printed === null) return null;
    text += text === open ? printed : `, ${printed}`;
  }
  return text + close;
}
