import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { ifMissing } from '../missing-file';
import { namedPath } from '../named-path';
import { type StoredBytes, TooLarge } from './object-storage';

/**
 * Writes a stream to a new file of the folder and makes it durable. The caller moves or deletes the file.
 * @throws TooLarge, or the source's error; no file is left then
 */
export async function spool(
  source: Readable,
  folder: string,
  maxBytes: number,
): Promise<StoredBytes & { file: string }> {
  const file = path.join(folder, randomUUID());
  const hash = createHash('sha256');
  let size = 0;
  try {
    await mkdir(folder, { recursive: true });
    const handle = await open(file, 'wx', 0o600);
    try {
      for await (const chunk of source as AsyncIterable<Uint8Array>) {
        const bytes = Buffer.from(chunk);
        size += bytes.length;
        if (size > maxBytes) throw new TooLarge(maxBytes);
        hash.update(bytes);
        await handle.writeFile(bytes);
      }
      await handle.sync();
    } finally {
      await handle.close();
    }
    return { file, size, sha256: hash.digest('hex') };
  } catch (error) {
    source.destroy();
    await rm(file, { force: true });
    return namedPath(folder)(error);
  }
}

/** Deletes what was written to a folder by spools that a crash ended before that time. */
export async function clearSpool(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(ifMissing<string[]>([]));
  for (const name of names) {
    const file = path.join(folder, name);
    // One that is gone meanwhile was moved to its place.
    const written = await stat(file).catch(() => null);
    if (written && written.mtimeMs < before.getTime()) await rm(file, { force: true });
  }
}
