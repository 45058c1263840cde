import { pipeline } from 'node:stream/promises';
import type { Pool, PoolClient } from 'pg';
import { from as copyFrom, to as copyTo } from 'pg-copy-streams';
import { readBackupFile, readLines, writeBackupFile } from './backup-file';
import { copiedColumns, createStatement, describeTables, qualified, quoted, type TableShape } from './describe-tables';
import { type BackupTable, BackupUnusable } from './manifest';

/** Runs `work` on one connection that sees the database as it is now, whatever is written meanwhile. */
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
    // An unfinished transaction ends with its connection.
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
 * Creates the tables and fills them, in the transaction of the client. Their schemas must be there.
 * @param correct changes rows where they have to differ from the backup, before any constraint or index is there
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

/** Columns of a dumped table's rows, as COPY writes them: backslashes, tabs and new lines escaped, null as \\N. */
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
