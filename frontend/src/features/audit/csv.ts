type Cell = string | number | boolean | null | undefined;

/** Flattens a row into columns: { user: { email } } → 'user.email'. */
function columnsOf(row: object, prefix = ''): [string, Cell][] {
  return Object.entries(row).flatMap(([name, value]: [string, unknown]): [string, Cell][] => {
    if (typeof value === 'object' && value !== null) return columnsOf(value, `${prefix}${name}.`);
    return [[`${prefix}${name}`, value as Cell]];
  });
}

/** Matches texts that spreadsheets would run as a formula; a preceding apostrophe prevents that. */
const FORMULA = /^[=+\-@\t\r]/;

function cellOf(value: Cell): string {
  if (value === null || value === undefined) return '';
  if (typeof value !== 'string') return String(value);
  const text = FORMULA.test(value) ? `'${value}` : value;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/**
 * Returns rows as CSV (RFC 4180), with a byte order mark for spreadsheets and a column for each field that occurs in
 * any row.
 */
export function csvOf(rows: readonly object[]): string {
  const flat = rows.map((row) => new Map(columnsOf(row)));
  const names = [...new Set(flat.flatMap((row) => [...row.keys()]))];
  const lines = [names, ...flat.map((row) => names.map((name) => row.get(name)))];
  return `\u{feff}${lines.map((cells) => `${cells.map(cellOf).join(',')}\r\n`).join('')}`;
}
