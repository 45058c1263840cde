import { DatabaseError, type Pool } from 'pg';
import { columnName } from '../../eventsourcing/views/view';
import type { ViewTable } from '../../eventsourcing/views/view-table';
import { cleanJson } from '../../lib/text';

/** SQLSTATE class for values that a column cannot hold. */
const DATA_EXCEPTION = '22';

/** Compares expected rows with a table's rows inside the database, so that only keys are returned. */
export class RowComparison {
  private readonly columns: readonly (readonly [property: string, column: string])[];
  private readonly text: string;

  constructor({ view, qualified, keyColumn }: ViewTable) {
    this.columns = Object.keys(view.columns).map((property) => [property, columnName(view, property)]);
    // Written so that Postgres looks each key up by the index, whatever its estimates are.
    this.text = `select w.${keyColumn}::text as key from json_populate_recordset(null::${qualified}, $1::json) w
      left join lateral (select * from ${qualified} t where t.${keyColumn} = w.${keyColumn} offset 0) t on true
      where (t.*) is distinct from (w.*)`;
  }

  /**
   * Returns the keys of rows that are missing from the table or have other values there; all keys if a column cannot
   * hold a value.
   */
  async differing<Row extends object>(pool: Pool, rows: ReadonlyMap<string, Row>): Promise<string[]> {
    const values = [JSON.stringify(Array.from(rows.values(), (row) => this.named(row)))];
    try {
      const found = await pool.query<{ key: string }>(this.text, values);
      return found.rows.map(({ key }) => key);
    } catch (error) {
      if (!(error instanceof DatabaseError) || error.code?.startsWith(DATA_EXCEPTION) !== true) throw error;
      return [...rows.keys()];
    }
  }

  /** Returns a row keyed by its column names. */
  private named(row: object): object {
    return Object.fromEntries(
      this.columns.map(([property, column]) => [column, cleanJson((row as Record<string, unknown>)[property] ?? null)]),
    );
  }
}
