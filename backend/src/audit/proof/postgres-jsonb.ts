/** Deeper than anything that views keep. */
const MAX_DEPTH = 16;
/** What JSON writes as it is. */
const PLAIN = /^[ !#-[\]-~]*$/;
const ASCII = /^[\x20-\x7e]*$/;
/** Names of fields as JSON, null for those that are printed otherwise. Few of them, in very many rows; past this, anew. */
const MAX_NAMES = 5_000;
const names = new Map<string, string | null>();

/** Text of Postgres' jsonb for a value of JSON; null for what it prints in ways of its own. */
export function asPostgresJsonb(value: unknown, depth = MAX_DEPTH): string | null {
  if (depth < 0) return null;
  if (typeof value === 'string') return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return printJsonNumber(value);
  if (value === null) return 'null';
  if (typeof value !== 'object') return null;
  return Array.isArray(value) ? list(value, depth - 1) : fieldsOf(value as Record<string, unknown>, depth - 1);
}

/** Without an exponent, as long as JSON writes it without one, too. */
function printJsonNumber(value: number): string | null {
  const text = JSON.stringify(value);
  return text.includes('e') || !Number.isFinite(value) ? null : text;
}

function list(items: readonly unknown[], depth: number): string | null {
  let text = '';
  for (const item of items) {
    const printed = asPostgresJsonb(item, depth);
    if (printed === null) return null;
    text += text === '' ? printed : `, ${printed}`;
  }
  return `[${text}]`;
}

function fieldsOf(value: Record<string, unknown>, depth: number): string | null {
  let text = '';
  for (const name of Object.keys(value).sort(shorterFirst)) {
    const field = value[name];
    if (field === undefined) continue;
    const [printedName, printed] = [nameOf(name), asPostgresJsonb(field, depth)];
    if (printedName === null || printed === null) return null;
    text += text === '' ? printedName + printed : `, ${printedName}${printed}`;
  }
  return `{${text}}`;
}

function nameOf(name: string): string | null {
  const known = names.get(name);
  if (known !== undefined) return known;
  const printed = ASCII.test(name) ? `${JSON.stringify(name)}: ` : null;
  if (names.size < MAX_NAMES) names.set(name, printed);
  return printed;
}

const shorterFirst = (a: string, b: string): number => (a.length === b.length ? (a < b ? -1 : 1) : a.length - b.length);
