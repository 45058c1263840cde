import type { PoolClient } from 'pg';
import type { BackupTable, TableColumn } from './manifest';

export type TableShape = Pick<BackupTable, 'schema' | 'name' | 'columns' | 'constraints' | 'indexes' | 'sequences'>;

interface ColumnRow {
  name: string;
  type: string;
  collation: string | null;
  notNull: boolean;
  default: string | null;
  identity: string;
  generated: string;
  sequence: string | null;
}

export const quoted = (name: string): string => `"${name.replaceAll('"', '""')}"`;
export const qualified = ({ schema, name }: { schema: string; name: string }): string =>
  `${quoted(schema)}.${quoted(name)}`;
/** What COPY reads and writes: Postgres computes the generated columns again. */
export const copiedColumns = ({ columns }: Pick<BackupTable, 'columns'>): string =>
  columns
    .filter(({ generated }) => !generated)
    .map(({ name }) => quoted(name))
    .join(', ');

/**
 * The tables of a schema as they would have to be created. To be called with an empty search path, so that Postgres
 * names everything with its schema.
 * @throws Error when the schema holds something that a backup would lose
 */
export async function describeTables(client: PoolClient, schema: string): Promise<TableShape[]> {
  const { rows } = await client.query<{ oid: string; name: string; kind: string }>(
    `select c.oid::text, c.relname as name, c.relkind::text as kind from pg_class c
     where c.relnamespace = to_regnamespace($1) and c.relkind in ('r', 'p', 'v', 'm', 'f') order by c.relname`,
    [quoted(schema)],
  );
  const tables: TableShape[] = [];
  for (const { oid, name, kind } of rows) {
    if (kind !== 'r') throw new Error(`${schema}.${name} is no plain table: backups do not know how to keep it.`);
    tables.push({ schema, name, ...(await describeTable(client, oid)) });
  }
  return tables;
}

async function describeTable(client: PoolClient, oid: string): Promise<Omit<TableShape, 'schema' | 'name'>> {
  const columns = await client.query<ColumnRow>(
    `select a.attname as name, format_type(a.atttypid, a.atttypmod) as type, a.attnotnull as "notNull",
       pg_get_expr(d.adbin, d.adrelid) as default, a.attidentity::text as identity, a.attgenerated::text as generated,
       (select quote_ident(n.nspname) || '.' || quote_ident(l.collname) from pg_collation l
        join pg_namespace n on n.oid = l.collnamespace
        where l.oid = a.attcollation and a.attcollation <> t.typcollation) as collation,
       case when a.attidentity <> '' then pg_get_serial_sequence(a.attrelid::regclass::text, a.attname) end as sequence
     from pg_attribute a join pg_type t on t.oid = a.atttypid
     left join pg_attrdef d on d.adrelid = a.attrelid and d.adnum = a.attnum
     where a.attrelid = $1 and a.attnum > 0 and not a.attisdropped order by a.attnum`,
    [oid],
  );
  // Primary keys, unique, check and exclusion constraints; then foreign keys, which need the others.
  const constraints = await client.query<{ name: string; definition: string }>(
    `select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
     where conrelid = $1 and contype in ('p', 'u', 'c', 'x', 'f') order by contype = 'f', conname`,
    [oid],
  );
  const indexes = await client.query<{ definition: string }>(
    `select pg_get_indexdef(i.indexrelid) as definition from pg_index i
     where i.indrelid = $1 and not exists (select from pg_constraint c where c.conindid = i.indexrelid)
     order by i.indexrelid`,
    [oid],
  );
  const sequences: TableShape['sequences'] = [];
  for (const { name, sequence } of columns.rows) {
    if (!sequence) continue;
    const last = await client.query<{ value: string | null }>('select pg_sequence_last_value($1::regclass) as value', [
      sequence,
    ]);
    const lastValue = last.rows[0]?.value;
    if (lastValue) sequences.push({ column: name, lastValue });
  }
  return {
    columns: columns.rows.map(toColumn),
    constraints: constraints.rows,
    indexes: indexes.rows.map(({ definition }) => definition),
    sequences,
  };
}

function toColumn(row: ColumnRow): TableColumn {
  if (row.default?.includes('nextval(')) throw new Error(`${row.name} counts by a sequence that is no identity.`);
  return {
    name: row.name,
    type: row.collation ? `${row.type} collate ${row.collation}` : row.type,
    notNull: row.notNull,
    default: row.default,
    identity: row.identity === 'a' ? 'always' : row.identity === 'd' ? 'by default' : null,
    generated: row.generated !== '',
  };
}

/** `create table`, without the constraints and indexes: rows go in faster before those. */
export function createStatement(table: TableShape): string {
  const columns = table.columns.map((column) => {
    const { name, type, notNull, identity } = column;
    const value = column.generated
      ? ` generated always as (${column.default}) stored`
      : column.default === null
        ? ''
        : ` default ${column.default}`;
    const counted = identity ? ` generated ${identity} as identity` : '';
    return `${quoted(name)} ${type}${value}${counted}${notNull ? ' not null' : ''}`;
  });
  return `create table ${qualified(table)} (${columns.join(', ')})`;
}
