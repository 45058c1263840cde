import type { Pool } from 'pg';
import { canonicalJson } from '../../platform/canonical-json';
import { type AnyView, columnName } from '../../platform/views/view';
import type { ViewTable } from '../../platform/views/view-table';

export const PAGE = 1_000;
/** What a page holds at most, unless one row alone is more: whatever somebody put into a table, it fits into memory. */
export const PAGE_BYTES = 8 * 1_024 * 1_024;

/** All rows of a table by their keys, in the order of these. A row that goes while its page is read is left out. */
export async function* pagesOf<Row extends object>(pool: Pool, table: ViewTable): AsyncGenerator<Map<string, Row>> {
  const { keyColumn, qualified, view } = table;
  const type = view.columns[view.key]?.type ?? 'text';
  for (let after: string | null = null; ;) {
    const { rows }: { rows: { key: string }[] } = await pool.query(
      `select ${keyColumn}::text as key from ${qualified} where $1::${type} is null or ${keyColumn} > $1
       order by ${keyColumn} limit ${PAGE}`,
      [after],
    );
    const keys = rows.map(({ key }) => key);
    const found = await table.load(pool, keys);
    yield new Map(keys.flatMap((key) => (found.has(key) ? [[key, found.get(key) as Row]] : [])));
    after = keys.at(-1) ?? null;
    if (keys.length < PAGE) return;
  }
}

/** What is wrong with a row, if anything. */
export function faultOf(view: AnyView, row: object | undefined, wanted: object): string | null {
  if (row === undefined) return 'is missing, by the events';
  const [found, made] = [row, wanted] as Record<string, unknown>[];
  const property = Object.keys(view.columns).find((each) => !isSame(found?.[each], made?.[each]));
  return property === undefined ? null : `differs in ${columnName(view, property)}, by the events`;
}

/** Folds leave out what has no value; the database has null. */
function isSame(found: unknown, wanted: unknown): boolean {
  const [one, other] = [found ?? null, wanted ?? null];
  if (one === other) return true;
  return typeof one === 'object' && typeof other === 'object' && canonicalJson(one) === canonicalJson(other);
}
