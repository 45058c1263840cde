import type { Pool } from 'pg';
import { columnName } from '../../eventsourcing/views/view';
import type { AnyView, ColumnType } from '../../eventsourcing/views/view';
import type { ViewTable } from '../../eventsourcing/views/view-table';
import { PAGE, PAGE_BYTES, ROW_BYTES } from './table-rows';

/** Deeper than any value in a view; deeper values get no text. */
const MAX_DEPTH = 16;
/** Characters that JSON writes unescaped. */
const PLAIN = /^[ !#-[\]-~]*$/;
const ASCII = /^[\x20-\x7e]*$/;
/**
 * Cache of field names as JSON, null for those that Postgres prints differently. Few names recur in very many rows;
 * past this limit, names are not cached.
 */
const MAX_NAMES = 5_000;
const names = new Map<string, string | null>();

/** Returns a JSON value as Postgres prints its jsonb; null for values that Postgres prints differently. */
function asPostgresJsonb(value: unknown, depth = MAX_DEPTH): string | null {
  if (depth < 0) return null;
  if (typeof value === 'string') return PLAIN.test(value) ? `"${value}"` : JSON.stringify(value);
  if (typeof value === 'boolean') return String(value);
  if (typeof value === 'number') return printJsonNumber(value);
  if (value === null) return 'null';
  if (typeof value !== 'object') return null;
  return Array.isArray(value) ? list(value, depth - 1) : fieldsOf(value as Record<string, unknown>, depth - 1);
}

/** Returns null for numbers that JSON writes with an exponent: Postgres prints them without one. */
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

/** Separates columns and rows. A row with this character in a value gets no text. */
const SEPARATOR = '\x1f';
/** Separates keys and texts of many rows: if a value contains it, rows are fetched one by one instead. */
const BETWEEN_ROWS = '\x1e';
/** A Postgres function takes at most a hundred arguments (FUNC_MAX_ARGS); the separator is one of them. */
const COLUMNS_AT_ONCE = 90;

/** Prints a value as Postgres does; null for values compared by other means. */
type Print = (value: unknown) => string | null;

function printNumber(value: unknown): string | null {
  if (typeof value !== 'number') return null;
  const size = Math.abs(value);
  if (value === 0 || (size >= 1e-4 && size < 1e15)) return String(value);
  return value.toExponential().replace(/e([+-])(\d)$/, 'e$10$2');
}

const isPlainText = (value: unknown): value is string => typeof value === 'string' && !value.includes(SEPARATOR);

/** Prints an instant in UTC to the millisecond, as folds keep it; Postgres omits trailing zeros. */
function printInstant(value: unknown): string | null {
  if (!isPlainText(value) || value.length !== 24 || value[10] !== 'T' || value[23] !== 'Z') return null;
  let end = 23;
  while (value[end - 1] === '0') end -= 1;
  if (value[end - 1] === '.') end -= 1;
  return `${value.slice(0, 10)} ${value.slice(11, end)}`;
}

const PRINT: Record<ColumnType, Print> = {
  // The prefix distinguishes an empty text from null.
  text: (value) => (isPlainText(value) ? `=${value}` : null),
  uuid: (value) => (isPlainText(value) ? value : null),
  integer: (value) => (Number.isSafeInteger(value) ? String(value) : null),
  bigint: (value) => (Number.isSafeInteger(value) ? String(value) : null),
  'double precision': printNumber,
  boolean: (value) => (typeof value === 'boolean' ? (value ? 'true' : 'false') : null),
  jsonb: asPostgresJsonb,
  timestamptz: printInstant,
};

/** Never null: concat_ws would omit the separator along with a null. */
function selected(column: string, type: ColumnType): string {
  if (type === 'text') return `coalesce('=' || ${column}, '')`;
  if (type === 'timestamptz') return `coalesce((${column} at time zone 'UTC')::text, '')`;
  return `coalesce(${column}::text, '')`;
}

/**
 * Prints a row as one text, identically here and in the database, so that equal rows are found by comparing two texts
 * without the driver reading columns. Different or missing texts prove nothing: such rows are compared column by
 * column.
 */
export class RowText {
  private readonly columns: readonly (readonly [property: string, print: Print])[];
  /** Text of a row of the table `t`. */
  private readonly sql: string;
  private readonly key: { column: string; type: ColumnType };

  constructor(private readonly table: ViewTable) {
    const { columns, key } = table.view;
    this.columns = Object.entries(columns).map(([property, { type }]) => [property, PRINT[type]]);
    const parts = Object.entries(columns).map(([property, { type }]) => selected(columnOf(table.view, property), type));
    this.sql = concatenated(parts);
    this.key = { column: columnOf(table.view, key), type: columns[key]?.type ?? 'text' };
  }

  /** Returns null when the row has no text. */
  of(row: object): string | null {
    let text: string | null = null;
    for (const [property, print] of this.columns) {
      const value = (row as Record<string, unknown>)[property] ?? null;
      const printed = value === null ? '' : print(value);
      if (printed === null) return null;
      text = text === null ? printed : text + SEPARATOR + printed;
    }
    return text;
  }

  /** Returns the text of all rows together; null when one of them has none. */
  ofAll(rows: Iterable<object>): string | null {
    const texts: string[] = [];
    for (const row of rows) {
      const text = this.of(row);
      if (text === null) return null;
      texts.push(text);
    }
    return texts.join(SEPARATOR);
  }

  /**
   * Returns the text of the rows with these keys, which must be UUIDs, in their order, without missing ones. Null past
   * a page's bytes.
   */
  async find(pool: Pool, keys: readonly string[]): Promise<string | null> {
    // Looks each key up by the index, however large Postgres estimates the list to be.
    const { rows } = await pool.query<{ text: string | null }>({
      name: `texts_${this.table.name}`,
      text: withinPage(`select k.n as place, found.text
        from unnest(string_to_array($1, ',')::${this.key.type}[]) with ordinality as k(key, n)
        cross join lateral (select ${this.sql} as text from ${this.table.qualified} t where ${this.key.column} = k.key offset 0) found`),
      values: [keys.join(',')],
    });
    return rows[0]?.text ?? null;
  }

  /**
   * Returns the text of the rows after one position and up to another, in this order, for a table with an index for it.
   * Cheaper than looking keys up. Null past a page's bytes.
   */
  async between(pool: Pool, after: string, upTo: string): Promise<string | null> {
    const { rows } = await pool.query<{ text: string | null }>({
      name: `texts_between_${this.table.name}`,
      text: withinPage(`select position as place, ${this.sql} as text from ${this.table.qualified} t
        where position > $1 and position <= $2 order by position`),
      values: [after, upTo],
    });
    return rows[0]?.text ?? null;
  }

  /** Yields the keys and texts of all rows of the table in key order. Prefetches the next page. */
  async *pages(pool: Pool, mostBytes = PAGE_BYTES): AsyncGenerator<[key: string, text: string][]> {
    for (let next: Promise<Page> | null = this.page(pool, { after: null, most: PAGE, mostBytes }); next;) {
      const { rows, looked, most }: Page = await next;
      const last = rows.at(-1);
      const isLast: boolean = looked < most && rows.length === looked;
      // Fewer rows after heavy ones, so that none is read repeatedly only to be left out.
      const more: number = rows.length < looked ? rows.length : Math.min(PAGE, 2 * most);
      next = last && !isLast ? this.page(pool, { after: last[0], most: more, mostBytes }) : null;
      // The caller that awaits it gets the error.
      next?.catch(() => undefined);
      yield rows;
    }
  }

  /** Fetched as one text, which the driver reads faster than rows; as rows when a value contains the separator. */
  private async page(pool: Pool, { after, most, mostBytes }: Place): Promise<Page> {
    const { column } = this.key;
    // Sums the bytes of preceding rows only, so that the first row always fits. A row that no event can make gets a
    // text shorter than its separators, which no real row has.
    const found = `select l.*, sum(octet_length(l.text)) over (order by l.key rows unbounded preceding)
        - octet_length(l.text) < $2 as fits
      from (select w.key, case when octet_length(w.text) <= ${ROW_BYTES} then w.text else '' end as text
        from (select ${column} as key, ${this.sql} as text from ${this.table.qualified} t
          ${after === null ? '' : `where ${column} > $3`} order by ${column} limit $1) w) l`;
    const values = after === null ? [most, mostBytes] : [most, mostBytes, after];
    const { rows } = await pool.query<{ looked: number; count: number; page: string | null }>({
      name: `texts_${after === null ? 'first' : 'next'}_${this.table.name}`,
      text: `select count(*)::int as looked, count(*) filter (where f.fits)::int as count,
        string_agg(f.key || E'\\x1e' || f.text, E'\\x1e' order by f.key) filter (where f.fits) as page from (${found}) f`,
      values,
    });
    const [{ looked, count, page } = { looked: 0, count: 0, page: null }] = rows;
    if (page === null) return { rows: [], looked, most };
    const parts = page.split(BETWEEN_ROWS);
    if (parts.length === 2 * count) return { rows: pairsOf(parts), looked, most };
    const apart = await pool.query<[string, string]>({
      text: `select f.key::text, f.text from (${found}) f where f.fits order by f.key`,
      values,
      rowMode: 'array',
    });
    return { rows: apart.rows, looked, most };
  }
}

interface Place {
  after: string | null;
  /** Maximum rows per page. */
  most: number;
  mostBytes: number;
}
interface Page {
  rows: [key: string, text: string][];
  looked: number;
  most: number;
}

function pairsOf(parts: readonly string[]): [string, string][] {
  const pairs: [string, string][] = [];
  for (let at = 0; at < parts.length; at += 2) pairs.push([parts[at] ?? '', parts[at + 1] ?? '']);
  return pairs;
}

/** Returns the found rows as one text in order; null when larger than a page. */
const withinPage = (found: string): string => `with found as materialized (${found})
  select case when (select coalesce(sum(octet_length(text)), 0) from found) <= ${PAGE_BYTES}
    then (select coalesce(string_agg(text, E'\\x1f' order by place), '') from found) end as text`;

const columnOf = (view: AnyView, property: string): string => `t."${columnName(view, property)}"`;

function concatenated(parts: readonly string[]): string {
  const pieces: string[] = [];
  for (let at = 0; at < parts.length; at += COLUMNS_AT_ONCE) {
    pieces.push(`concat_ws(E'\\x1f', ${parts.slice(at, at + COLUMNS_AT_ONCE).join(', ')})`);
  }
  return pieces.join(` || E'\\x1f' || `);
}
