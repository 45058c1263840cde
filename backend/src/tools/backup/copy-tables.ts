import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { BackupUnusable, readBackupFile, readLines, writeBackupFile } from './backup-file';
import type { BackupTable, TableColumn } from './backup-file';

type TableShape = Pick<BackupTable, 'schema' | 'name' | 'columns' | 'constraints' | 'indexes' | 'sequences'>;

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
/** Returns the columns for COPY, without generated columns, which Postgres computes again. */
const copiedColumns = ({ columns }: Pick<BackupTable, 'columns'>): string =>
  columns
    .filter(({ generated }) => !generated)
    .map(({ name }) => quoted(name))
    .join(', ');

/**
 * Describes a schema's tables, so that they can be created again. The search path must be empty, so that Postgres
 * qualifies all names with their schema.
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
    if (kind !== 'r') throw new Error(`${schema}.${name} is not a plain table, so a backup cannot include it.`);
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
  // Sorts foreign keys last, since they need the primary keys and other constraints.
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
  if (row.default?.includes('nextval(')) throw new Error(`${row.name} uses a sequence that is not an identity column.`);
  return {
    name: row.name,
    type: row.collation ? `${row.type} collate ${row.collation}` : row.type,
    notNull: row.notNull,
    default: row.default,
    identity: row.identity === 'a' ? 'always' : row.identity === 'd' ? 'by default' : null,
    generated: row.generated !== '',
  };
}

/** Returns `create table` without constraints and indexes, because rows load faster before these exist. */
function createStatement(table: TableShape): string {
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

/** Runs `work` on one connection with a consistent snapshot of the database, which later writes do not affect. */
export async function inSnapshot<T>(pool: Pool, work: (client: PoolClient) => Promise<T>): Promise<T> {
  const client = await pool.connect();
  let failed = true;
  try {
    await client.query('begin isolation level repeatable read, read only');
    await client.query("set local search_path = ''");
    const result = await work(client);
    await client.query('commit');
    failed = false;
    return result;
  } finally {
    // Closing the connection ends an unfinished transaction.
    client.release(failed);
  }
}

/** Writes the chosen tables of a schema into the backup, one file each. */
export async function dumpTables(
  client: PoolClient,
  folder: string,
  schema: string,
  isChosen: (name: string) => boolean,
): Promise<BackupTable[]> {
  const dumped: BackupTable[] = [];
  for (const table of await describeTables(client, schema)) {
    if (isChosen(table.name)) dumped.push(await dumpTable(client, folder, table));
  }
  return dumped;
}

async function dumpTable(client: PoolClient, folder: string, table: TableShape): Promise<BackupTable> {
  const rows = client.query(copyTo(`copy ${qualified(table)} (${copiedColumns(table)}) to stdout`));
  const file = await writeBackupFile(folder, `tables/${table.schema}.${table.name}.copy.gz`, rows);
  return { ...table, ...file, rows: rows.rowCount };
}

/**
 * Creates and fills the tables in the client's transaction. Their schemas must exist.
 * @param correct changes rows that must differ from the backup, before constraints and indexes exist
 */
export async function loadTables(
  client: PoolClient,
  folder: string,
  tables: readonly BackupTable[],
  correct: () => Promise<void>,
): Promise<void> {
  await client.query("set local search_path = ''");
  for (const table of tables) {
    await client.query(createStatement(table));
    const rows = client.query(copyFrom(`copy ${qualified(table)} (${copiedColumns(table)}) from stdin`));
    await pipeline(readBackupFile(folder, table), rows);
    if (rows.rowCount !== table.rows) {
      throw new BackupUnusable(`${table.file} holds ${rows.rowCount} rows, the manifest says ${table.rows}.`);
    }
    for (const { column, lastValue } of table.sequences) {
      await client.query('select setval(pg_get_serial_sequence($1, $2)::regclass, $3)', [
        qualified(table),
        column,
        lastValue,
      ]);
    }
  }
  await correct();
  for (const table of tables) {
    for (const index of table.indexes) await client.query(index);
    await addConstraints(client, table, (definition) => !definition.startsWith('FOREIGN KEY'));
  }
  for (const table of tables) {
    await addConstraints(client, table, (definition) => definition.startsWith('FOREIGN KEY'));
    await client.query(`analyze ${qualified(table)}`);
  }
}

async function addConstraints(
  client: PoolClient,
  table: BackupTable,
  isMeant: (definition: string) => boolean,
): Promise<void> {
  for (const { name, definition } of table.constraints) {
    if (!isMeant(definition)) continue;
    await client.query(`alter table ${qualified(table)} add constraint ${quoted(name)} ${definition}`);
  }
}

/** Reads columns of a dumped table in COPY format: backslashes, tabs and new lines escaped, null as \\N. */
export async function* readRows(
  folder: string,
  table: BackupTable,
  columns: readonly string[],
): AsyncGenerator<string[]> {
  const places = columns.map((name) =>
    table.columns.filter(({ generated }) => !generated).findIndex((c) => c.name === name),
  );
  for await (const line of readLines(folder, table)) {
    const fields = line.split('\t');
    yield places.map((place) => fields[place] ?? '');
  }
}
