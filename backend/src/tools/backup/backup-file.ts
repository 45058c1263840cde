import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { namedPath } from '../../lib/errors';

/** Files of a data directory that a backup includes. */
export const KEPT_FILE = /^(?:session-secret|ledger-signing-key|ledger-heads\/\d{4}-\d{2}-\d{2}\.(?:json|heads))$/;

const file = z.object({ file: z.string(), bytes: z.number(), sha256: z.string() });

const keptFile = file.extend({ file: z.string().regex(KEPT_FILE) });

const column = z.object({
  name: z.string(),
  /** The column's type as in `create table`, with its collation. */
  type: z.string(),
  notNull: z.boolean(),
  default: z.string().nullable(),
  identity: z.enum(['always', 'by default']).nullable(),
  /** Computed by Postgres from other columns. */
  generated: z.boolean(),
});

const table = file.extend({
  schema: z.string(),
  name: z.string(),
  columns: z.array(column),
  constraints: z.array(z.object({ name: z.string(), definition: z.string() })),
  /** Complete `create index` statements. */
  indexes: z.array(z.string()),
  /** Last values of identity columns. */
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
    /** Newest event, by its position in the store; null while the log is empty. */
    head: z.object({ position: z.string(), eventId: z.string() }).nullable(),
    /**
     * The events of EventStoreDB in order, one JSON line each; null with Postgres, whose events are in an ordinary
     * table.
     */
    lines: file.nullable(),
  }),
  tables: z.array(table),
  /** Columns that hold log positions, as `schema.table.column`. */
  positions: z.array(z.string()),
  media: z.object({
    /** One JSON line per file: name, size and sha256. */
    list: file,
    files: z.number(),
    bytes: z.number(),
    /** Names of files that were already missing or damaged in the installation. */
    damaged: z.array(z.string()),
  }),
  /** Files of the data directory: secrets that do not come from the environment, and signed heads of the ledger. */
  kept: z.array(keptFile).default([]),
  /** Where backups by older releases keep the session secret. */
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

/** The folder holds no backup that could be restored. */
export class BackupUnusable extends Error {}

/** Writes the manifest. It is written last: a folder without a manifest holds no backup. */
export async function writeManifest(folder: string, content: Manifest): Promise<void> {
  const draft = path.join(folder, `${NAME}.part`);
  await writeFile(draft, JSON.stringify(content, null, 2), { mode: 0o600, flush: true }).catch(namedPath(draft));
  await rename(draft, path.join(folder, NAME));
}

/** Reads the manifest. @throws BackupUnusable */
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

/** Writes a backup file durably and readable by its owner only. A file whose name ends in .gz is compressed. */
export async function writeBackupFile(folder: string, file: string, source: Readable): Promise<BackupFile> {
  const target = path.join(folder, file);
  await mkdir(path.dirname(target), { recursive: true, mode: 0o700 });
  const sum = checksum();
  const sink = createWriteStream(target, { mode: 0o600, flush: true });
  const written = file.endsWith('.gz')
    ? pipeline(source, createGzip({ level: 3 }), sum.stream, sink)
    : pipeline(source, sum.stream, sink);
  await written.catch(namedPath(target));
  return { file, ...sum.result() };
}

/**
 * Checks a file.
 * @throws BackupUnusable when the file is missing or has changed since it was written
 */
export async function checkBackupFile(folder: string, expected: BackupFile): Promise<void> {
  const sum = checksum();
  try {
    await pipeline(createReadStream(path.join(folder, expected.file)), sum.stream, nowhere());
  } catch (cause) {
    throw new BackupUnusable(`${expected.file} of the backup cannot be read: ${(cause as Error).message}`, { cause });
  }
  const found = sum.result();
  if (found.bytes === expected.bytes && found.sha256 === expected.sha256) return;
  throw new BackupUnusable(`${expected.file} of the backup is damaged: its checksum is not what the manifest says.`);
}

export function readBackupFile(folder: string, { file }: { file: string }): Readable {
  const bytes = createReadStream(path.join(folder, file));
  if (!file.endsWith('.gz')) return bytes;
  const gunzip = createGunzip();
  bytes.on('error', (error) => gunzip.destroy(error));
  return bytes.pipe(gunzip);
}

export async function* readLines(folder: string, file: { file: string }): AsyncGenerator<string> {
  const source = readBackupFile(folder, file);
  let failure: Error | null = null;
  source.on('error', (error) => (failure = error));
  for await (const line of createInterface({ input: source, crlfDelay: Infinity })) yield line;
  if (failure) throw failure as Error;
}

/** Yields one line of JSON per value. */
export const linesOf = (values: AsyncIterable<unknown>): Readable =>
  Readable.from(
    (async function* () {
      for await (const value of values) yield `${JSON.stringify(value)}\n`;
    })(),
  );

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Passes bytes through, and returns their number and hash at the end. */
function checksum(): { stream: Transform; result(): { bytes: number; sha256: string } } {
  const hash = createHash('sha256');
  let bytes = 0;
  const stream = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk);
      bytes += chunk.length;
      done(null, chunk);
    },
  });
  return { stream, result: () => ({ bytes, sha256: hash.digest('hex') }) };
}
