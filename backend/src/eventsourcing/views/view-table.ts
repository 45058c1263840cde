import { escapeLiteral, type Pool, type PoolClient } from 'pg';
import { cleanJson } from '../../lib/text';
import { type AnyView, type Column, columnName, tableName, VIEWS_SCHEMA } from './view';

type Queryable = Pool | PoolClient;
/** A fragment of a statement with its parameters' values. */
export interface SqlPart {
  text: string;
  values: unknown[];
}

const quote = (name: string): string => `"${name}"`;

/** Builds the SQL for one view's table. */
export class ViewTable {
  private readonly properties: [string, Column][];
  /** Name of the key column, quoted. */
  readonly keyColumn: string;

  constructor(
    readonly view: AnyView,
    /** The table's name; a table that is built beside the live one has another name. */
    readonly name = tableName(view),
  ) {
    this.properties = Object.entries(view.columns);
    this.keyColumn = this.column(view.key);
  }

  get qualified(): string {
    return `${VIEWS_SCHEMA}.${quote(this.name)}`;
  }

  /** All columns, quoted, in the view's order. */
  get columnList(): string {
    return this.properties.map(([property]) => this.column(property)).join(', ');
  }

  /**
   * Creates the table and its indexes. May be repeated, and may run on several nodes at once, since the text runs as
   * one transaction.
   */
  async create(pool: Pool): Promise<void> {
    // `if not exists` alone fails when two nodes run it at once. The timeouts are disabled because indexing existing
    // rows takes time.
    await pool.query(
      `set local statement_timeout = 0; set local lock_timeout = 0;
       select pg_advisory_xact_lock(hashtextextended(${escapeLiteral(`create ${this.qualified}`)}, 0));
       ${this.definition()}`,
    );
  }

  private definition(): string {
    const columns = this.properties.map(
      ([property, { type, nullable }]) => `${this.column(property)} ${type}${nullable ? '' : ' not null'}`,
    );
    const indexes = (this.view.indexes ?? []).map((properties) => {
      const list = properties.map((property) => this.column(property)).join(', ');
      const index = quote(`${this.name}_${properties.map((property) => columnName(this.view, property)).join('_')}`);
      return `create index if not exists ${index} on ${this.qualified} (${list})`;
    });
    const table = `create table if not exists ${this.qualified} (${columns.join(', ')}, primary key (${this.keyColumn}))`;
    return [table, ...indexes].join(';\n');
  }

  async drop(db: Queryable): Promise<void> {
    await db.query(`drop table if exists ${this.qualified}`);
  }

  /** Renames the table and its indexes, whose names begin with the table's. The new name must be free. */
  async rename(db: Queryable, name: string): Promise<void> {
    const { rows } = await db.query<{ indexname: string }>(
      'select indexname from pg_indexes where schemaname = $1 and tablename = $2',
      [VIEWS_SCHEMA, this.name],
    );
    for (const { indexname } of rows) {
      const renamed = quote(indexname.replace(this.name, name));
      await db.query(`alter index ${VIEWS_SCHEMA}.${quote(indexname)} rename to ${renamed}`);
    }
    await db.query(`alter table ${this.qualified} rename to ${quote(name)}`);
  }

  async isEmpty(db: Queryable): Promise<boolean> {
    const { rows } = await db.query<{ empty: boolean }>(`select not exists (select 1 from ${this.qualified}) as empty`);
    return rows[0]?.empty === true;
  }

  /** Loads rows by key. */
  async load(db: Queryable, keys: string[]): Promise<Map<string, object>> {
    if (keys.length === 0) return new Map();
    const columns = this.properties.map(([property]) => `${this.column(property)} as ${quote(property)}`);
    const { rows } = await db.query<Record<string, unknown>>({
      name: `load_${this.name}`,
      text: `select ${columns.join(', ')} from ${this.qualified} where ${this.keyColumn} = any($1::${this.keyType()}[])`,
      values: [keys],
    });
    return new Map(rows.map((row) => [String(row[this.view.key]), this.fromDatabase(row)]));
  }

  /**
   * Returns a row's values in column order, in a form that Postgres can store.
   * @throws TypeError when a value is not JSON
   */
  encode(row: object): unknown[] {
    return this.properties.map(([property, { type }]) => {
      const value = (row as Record<string, unknown>)[property] ?? null;
      // jsonb is sent as text, since in an array of jsonb every document would have to be quoted twice.
      return type === 'jsonb' ? JSON.stringify(cleanJson(value)) : cleanJson(value);
    });
  }

  /**
   * Builds an upsert of all rows, which takes effect only if `condition` holds.
   * @param rows as returned by `encode`
   * @param firstParameter number of the upsert's first parameter
   */
  upsert(rows: readonly (readonly unknown[])[], firstParameter: number, condition: string): SqlPart {
    const names = this.properties.map(([property]) => this.column(property));
    const casts = this.properties.map(
      ([, { type }], i) => `$${firstParameter + i}::${type === 'jsonb' ? 'text' : type}[]`,
    );
    const selected = this.properties.map(([, { type }], i) => (type === 'jsonb' ? `u.c${i}::jsonb` : `u.c${i}`));
    const updates = names.filter((name) => name !== this.keyColumn).map((name) => `${name} = excluded.${name}`);
    return {
      text:
        `insert into ${this.qualified} (${names.join(', ')}) select ${selected.join(', ')} ` +
        `from unnest(${casts.join(', ')}) as u(${this.properties.map((_, i) => `c${i}`).join(', ')}) ` +
        `where ${condition} on conflict (${this.keyColumn}) do update set ${updates.join(', ')}`,
      values: this.properties.map((_, i) => rows.map((row) => row[i])),
    };
  }

  /** Like `upsert`, for rows to delete. */
  remove(keys: string[], firstParameter: number, condition: string): SqlPart {
    return {
      text:
        `delete from ${this.qualified} ` +
        `where ${this.keyColumn} = any($${firstParameter}::${this.keyType()}[]) and ${condition}`,
      values: [keys],
    };
  }

  /** Returns a property's column, quoted. */
  column(property: string): string {
    return quote(columnName(this.view, property));
  }

  private keyType(): string {
    return this.view.columns[this.view.key]?.type ?? 'text';
  }

  /** Converts dates of the driver to ISO text, which folds use for instants. */
  private fromDatabase(row: Record<string, unknown>): object {
    for (const [property, { type }] of this.properties) {
      const value = row[property];
      if (type === 'timestamptz' && value instanceof Date) row[property] = value.toISOString();
      if (type === 'bigint' && typeof value === 'string') row[property] = Number(value);
    }
    return row;
  }
}
