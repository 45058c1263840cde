import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { Readable, Transform, Writable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { namedPath } from '../../platform/named-path';
import { type BackupFile, BackupUnusable } from './manifest';

/** Writes a file of a backup durably, for its owner's eyes only. Names that end in .gz are compressed. */
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

/** @throws BackupUnusable when the file is missing, or not what was written */
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

/** A line of JSON for each value. */
export const linesOf = (values: AsyncIterable<unknown>): Readable =>
  Readable.from(
    (async function* () {
      for await (const value of values) yield `${JSON.stringify(value)}\n`;
    })(),
  );

const nowhere = (): Writable => new Writable({ write: (_chunk, _encoding, done) => done() });

/** Lets bytes pass, and tells how many they were and what they hash to. */
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
