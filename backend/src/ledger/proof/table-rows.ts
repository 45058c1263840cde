import type { Pool } from 'pg';
import { canonicalJson } from '../../lib/hash';
import type { Fault } from './ledger-heads';
import { clipped } from './verification';
import type { Position } from '../../eventsourcing/event-store/event-store';
import { type AnyView, columnName } from '../../eventsourcing/views/view';
import type { ViewTable } from '../../eventsourcing/views/view-table';

export const PAGE = 1_000;
/** Maximum bytes of a page, apart from one more row; bounds memory, whatever somebody wrote into a table. */
export const PAGE_BYTES = 8 * 1_024 * 1_024;
/** Maximum bytes of a row. No event creates a larger row, so a larger one is known to be wrong without reading it. */
export const ROW_BYTES = 8 * 1_024 * 1_024;

/** Stands for a row that is too large to read. */
export class OversizedRow {
  /** @param userId the owner named in the row; null in a view whose rows belong to everybody */
  constructor(readonly userId: string | null) {}
}

export type FoundRows<Row extends object> = Map<string, Row | OversizedRow>;

/** Yields all rows of a table in key order. Leaves out a row that is deleted while its page is read. */
export async function* pagesOf<Row extends object>(pool: Pool, table: ViewTable): AsyncGenerator<FoundRows<Row>> {
  for await (const keys of keysOf(pool, table)) yield* rowsOf<Row>(pool, table, keys);
}

/** Yields all keys of a table in order, a page at a time. */
export async function* keysOf(pool: Pool, { keyColumn, qualified, view }: ViewTable): AsyncGenerator<string[]> {
  const type = view.columns[view.key]?.type ?? 'text';
  for (let after: string | null = null; ;) {
    const { rows }: { rows: { key: string }[] } = await pool.query(
      `select ${keyColumn}::text as key from ${qualified} where $1::${type} is null or ${keyColumn} > $1
       order by ${keyColumn} limit ${PAGE}`,
      [after],
    );
    const keys = rows.map(({ key }) => key);
    if (keys.length > 0) yield keys;
    after = keys.at(-1) ?? null;
    if (keys.length < PAGE) return;
  }
}

/** Yields the rows with these keys in order, a page at a time. Leaves out missing rows. */
export async function* rowsOf<Row extends object>(
  pool: Pool,
  table: ViewTable,
  keys: readonly string[],
): AsyncGenerator<FoundRows<Row>> {
  if (keys.length === 0) return;
  const sizes = await sizesOf(pool, table, keys);
  const known = keys.flatMap((key) => sizes.get(key) ?? []);
  for (let at = 0; at < known.length;) {
    const page: Size[] = [];
    for (let bytes = 0; at < known.length && bytes < PAGE_BYTES; at++) {
      const size = known[at] as Size;
      page.push(size);
      if (size.bytes <= ROW_BYTES) bytes += size.bytes;
    }
    const wanted = page.filter(({ bytes }) => bytes <= ROW_BYTES).map(({ key }) => key);
    const rows = (await table.load(pool, wanted)) as Map<string, Row>;
    const found = page.map(({ key, bytes, userId }) => {
      return [key, bytes > ROW_BYTES ? new OversizedRow(userId) : rows.get(key)] as const;
    });
    yield new Map(found.filter((entry): entry is [string, Row | OversizedRow] => entry[1] !== undefined));
  }
}

interface Size {
  key: string;
  /** Size of the text and jsonb columns; other columns are small. */
  bytes: number;
  userId: string | null;
}

async function sizesOf(pool: Pool, table: ViewTable, keys: readonly string[]): Promise<Map<string, Size>> {
  const { keyColumn, qualified, view } = table;
  const lengths = Object.entries(view.columns).flatMap(([property, { type }]) => {
    const column = `"${columnName(view, property)}"`;
    if (type === 'text') return `coalesce(octet_length(${column}), 0)::float8`;
    return type === 'jsonb' ? `coalesce(octet_length(${column}::text), 0)::float8` : [];
  });
  const owner = view.columns.userId ? `"${columnName(view, 'userId')}"::text` : 'null::text';
  const { rows } = await pool.query<Size>(
    `select ${keyColumn}::text as key, ${lengths.join(' + ') || '0::float8'} as bytes, ${owner} as "userId"
     from ${qualified} where ${keyColumn} = any($1::${view.columns[view.key]?.type ?? 'text'}[])`,
    [keys],
  );
  return new Map(rows.map((size) => [size.key, size]));
}

/** Counts the rows of each owner up to a position. */
export async function* countsOf(
  pool: Pool,
  { qualified, view }: ViewTable,
  upTo: Position,
): AsyncGenerator<{ ownerId: string; count: number }> {
  const owner = `"${columnName(view, 'userId')}"`;
  for (let after: string | null = null; ;) {
    const { rows }: { rows: { ownerId: string; count: number }[] } = await pool.query(
      `select ${owner}::text as "ownerId", count(*)::int as count from ${qualified}
       where position collate "C" <= $1 and ($2::uuid is null or ${owner} > $2) group by ${owner} order by ${owner} limit ${PAGE}`,
      [upTo, after],
    );
    yield* rows;
    after = rows.at(-1)?.ownerId ?? null;
    if (rows.length < PAGE) return;
  }
}

/** Yields the owners of the rows after a position, by row key, in pages grouped by owner. */
export async function* ownersAfter(
  pool: Pool,
  { keyColumn, qualified, view }: ViewTable,
  after: Position,
): AsyncGenerator<Map<string, string>> {
  const owner = `"${columnName(view, 'userId')}"`;
  const type = view.columns[view.key]?.type ?? 'text';
  for (let last: { ownerId: string; key: string } | undefined; ;) {
    const { rows }: { rows: { ownerId: string; key: string }[] } = await pool.query(
      `select ${owner}::text as "ownerId", ${keyColumn}::text as key from ${qualified}
       where position collate "C" > $1 and ($2::uuid is null or (${owner}, ${keyColumn}) > ($2::uuid, $3::${type}))
       order by ${owner}, ${keyColumn} limit ${PAGE}`,
      [after, last?.ownerId ?? null, last?.key ?? null],
    );
    yield new Map(rows.map(({ key, ownerId }) => [key, ownerId]));
    last = rows.at(-1);
    if (rows.length < PAGE) return;
  }
}

/** Compares a row with the expected one; returns the fault, or null. */
export function faultOf(view: AnyView, row: object | undefined, wanted: object): Fault | null {
  if (row === undefined) return { reason: 'is missing, by the events', expected: shown(wanted), found: 'no row' };
  if (row instanceof OversizedRow) {
    return { reason: 'is larger than any that events make', expected: shown(wanted), found: `over ${ROW_BYTES} bytes` };
  }
  const [found, made] = [row, wanted] as Record<string, unknown>[];
  const property = Object.keys(view.columns).find((each) => !isSame(found?.[each], made?.[each]));
  if (property === undefined) return null;
  const reason = `differs in ${columnName(view, property)}, by the events`;
  return { reason, expected: shown(made?.[property]), found: shown(found?.[property]) };
}

export const MADE_BY_NONE: Fault = { reason: 'was made by no event', expected: 'no row', found: 'a row' };

const shown = (value: unknown): string => clipped(typeof value === 'string' ? value : canonicalJson(value ?? null));

/** Compares two values. Folds leave absent values out, and the database stores them as null. */
function isSame(found: unknown, wanted: unknown): boolean {
  const [one, other] = [found ?? null, wanted ?? null];
  if (one === other) return true;
  return typeof one === 'object' && typeof other === 'object' && canonicalJson(one) === canonicalJson(other);
}
