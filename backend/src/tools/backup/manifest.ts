import { readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { z } from 'zod';
import { namedPath } from '../../platform/named-path';

/** Files of a data folder that a backup holds. */
export const KEPT_FILE = /^(?:session-secret|ledger-signing-key|ledger-heads\/\d{4}-\d{2}-\d{2}\.json)$/;

const file = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });

const keptFile = file.extend({ file: z.string().regex(KEPT_FILE) });

const column = z.object({
  name: z.string(),
  /** As in `create table`, with its collation. */
  type: z.string(),
  notNull: z.boolean(),
  default: z.string().nullable(),
  identity: z.enum(['always', 'by default']).nullable(),
  /** Computed by Postgres from the others. */
  generated: z.boolean(),
});

const table = file.extend({
  schema: z.string(),
  name: z.string(),
  columns: z.array(column),
  constraints: z.array(z.object({ name: z.string(), definition: z.string() })),
  /** Whole `create index` statements. */
  indexes: z.array(z.string()),
  /** The identity columns' last values. */
  sequences: z.array(z.object({ column: z.string(), lastValue: z.string() })),
  rows: z.number(),
});

const written = z.object({
  format: z.literal(1),
  id: z.string(),
  createdAt: z.string(),
  release: z.string(),
  postgres: z.string(),
  log: z.object({
    store: z.enum(['postgres', 'eventstoredb']),
    events: z.number(),
    /** The newest event's, of its own store; null while the log is empty. */
    head: z.object({ position: z.string(), eventId: z.string() }).nullable(),
    /** The events of EventStoreDB, a JSON line each, in their order. In Postgres they are a table like others. */
    lines: file.nullable(),
  }),
  tables: z.array(table),
  /** Places in the log that rows of the tables name, as columns `schema.table.column`. */
  positions: z.array(z.string()),
  media: z.object({
    /** A JSON line for each file: its name, size and sha256. */
    list: file,
    files: z.number(),
    bytes: z.number(),
    /** Files that were missing or damaged in the installation already, by name. */
    damaged: z.array(z.string()),
  }),
  /** Of the data folder: secrets that do not come from the environment, and signed heads of the ledger. */
  kept: z.array(keptFile).default([]),
  /** Where older releases put the session secret. */
  sessionSecret: keptFile.nullable().optional(),
});

const manifest = written.transform(({ sessionSecret, kept, ...rest }) => ({
  ...rest,
  kept: sessionSecret ? [...kept, sessionSecret] : kept,
}));

export type BackupFile = z.infer<typeof file>;
export type BackupTable = z.infer<typeof table>;
export type TableColumn = z.infer<typeof column>;
export type Manifest = z.infer<typeof manifest>;

const NAME = 'manifest.json';

/** The folder does not hold a backup that can be restored. */
export class BackupUnusable extends Error {}

/** Written last: a folder without one holds no backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const draft = path.join(folder, `${NAME}.part`);
  await writeFile(draft, JSON.stringify(content, null, 2), { mode: 0o600, flush: true }).catch(namedPath(draft));
  await rename(draft, path.join(folder, NAME));
}

/** @throws BackupUnusable */
export async function readManifest(folder: string): Promise<Manifest> {
  const name = path.join(folder, NAME);
  const text = await readFile(name, 'utf8').catch((cause: unknown) => {
    throw new BackupUnusable(`There is no finished backup in ${folder}: ${name} cannot be read.`, { cause });
  });
  try {
    return manifest.parse(JSON.parse(text));
  } catch (cause) {
    throw new BackupUnusable(`${name} is damaged, or of a release that this one does not know.`, { cause });
  }
}
