import type { Pool, PoolClient } from 'pg';
import { type AnyView, type Column, snakeCase, tableName, VIEWS_SCHEMA } from './view';

type Queryable = Pool | PoolClient;
export type RowChange = { key: string; row: object | null };

const quote = (name: string): string => `"${name}"`;

/** The SQL of one view's table. */
export class ViewTable {
  private readonly properties: [string, Column][];
  private readonly keyColumn: string;

  constructor(
    readonly view: AnyView,
    /** Another name for a table that is built beside the live one. */
    readonly name = tableName(view),
  ) {
    this.properties = Object.entries(view.columns);
    this.keyColumn = quote(snakeCase(view.key));
  }

  get qualified(): string {
    return `${VIEWS_SCHEMA}.${quote(this.name)}`;
  }

  async create(db: Queryable): Promise<void> {
    const columns = this.properties.map(
      ([property, { type, nullable }]) => `${quote(snakeCase(property))} ${type}${nullable ? '' : ' not null'}`,
    );
    await db.query(
      `create table if not exists ${this.qualified} (${columns.join(', ')}, primary key (${this.keyColumn}))`,
    );
    for (const properties of this.view.indexes ?? []) {
      const list = properties.map((property) => quote(snakeCase(property))).join(', ');
      const index = quote(`${this.name}_${properties.map(snakeCase).join('_')}`);
      await db.query(`create index if not exists ${index} on ${this.qualified} (${list})`);
    }
  }

  async drop(db: Queryable): Promise<void> {
    await db.query(`drop table if exists ${this.qualified}`);
  }

  async truncate(db: Queryable): Promise<void> {
    await db.query(`truncate ${this.qualified}`);
  }

  /** The rows of these keys, by key. */
  async load(db: Queryable, keys: string[]): Promise<Map<string, object>> {
    if (keys.length === 0) return new Map();
    const columns = this.properties.map(([property]) => `${quote(snakeCase(property))} as ${quote(property)}`);
    const { rows } = await db.query<Record<string, unknown>>({
      name: `load_${this.name}`,
      text: `select ${columns.join(', ')} from ${this.qualified} where ${this.keyColumn} = any($1::${this.keyType()}[])`,
      values: [keys],
    });
    return new Map(rows.map((row) => [String(row[this.view.key]), this.fromDatabase(row)]));
  }

  /** One upsert and one delete for all the changes. */
  async write(db: Queryable, changes: RowChange[]): Promise<void> {
    const upserts = changes.flatMap(({ row }) => (row === null ? [] : [row as Record<string, unknown>]));
    const deletes = changes.filter(({ row }) => row === null).map(({ key }) => key);
    if (upserts.length > 0) await this.upsert(db, upserts);
    if (deletes.length > 0) {
      await db.query(`delete from ${this.qualified} where ${this.keyColumn} = any($1::${this.keyType()}[])`, [deletes]);
    }
  }

  private async upsert(db: Queryable, rows: Record<string, unknown>[]): Promise<void> {
    const names = this.properties.map(([property]) => quote(snakeCase(property)));
    // jsonb travels as text: an array of jsonb would need every document quoted twice.
    const casts = this.properties.map(([, { type }], i) => `$${i + 1}::${type === 'jsonb' ? 'text' : type}[]`);
    const selected = this.properties.map(([, { type }], i) => (type === 'jsonb' ? `u.c${i}::jsonb` : `u.c${i}`));
    const updates = names.filter((name) => name !== this.keyColumn).map((name) => `${name} = excluded.${name}`);
    await db.query({
      name: `upsert_${this.name}`,
      text:
        `insert into ${this.qualified} (${names.join(', ')}) select ${selected.join(', ')} ` +
        `from unnest(${casts.join(', ')}) as u(${this.properties.map((_, i) => `c${i}`).join(', ')}) ` +
        `on conflict (${this.keyColumn}) do update set ${updates.join(', ')}`,
      values: this.properties.map(([property, { type }]) =>
        rows.map((row) => (type === 'jsonb' ? JSON.stringify(row[property] ?? null) : (row[property] ?? null))),
      ),
    });
  }

  private keyType(): string {
    return this.view.columns[this.view.key]?.type ?? 'text';
  }

  /** Folds keep instants as ISO text; the driver gives dates. */
  private fromDatabase(row: Record<string, unknown>): object {
    for (const [property, { type }] of this.properties) {
      const value = row[property];
      if (type === 'timestamptz' && value instanceof Date) row[property] = value.toISOString();
      if (type === 'bigint' && typeof value === 'string') row[property] = Number(value);
    }
    return row;
  }
}
