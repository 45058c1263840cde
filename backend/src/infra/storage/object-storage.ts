import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { DomainError } from '../../lib/domain-error';
import { ifMissing, namedPath } from '../../lib/errors';

/** First and last byte, both inclusive. */
export interface ByteRange {
  start: number;
  end: number;
}

export interface StoredBytes {
  size: number;
  /** Hexadecimal. */
  sha256: string;
}

/** Stores bytes by name. Objects are always complete: a put that fails or is cut short leaves nothing. */
export interface ObjectStorage {
  /** @throws TooLarge when the source has more than maxBytes; the source's error */
  put(name: string, source: Readable, options: { contentType: string; maxBytes: number }): Promise<StoredBytes>;
  /** Returns null when there is no such object. `size` is always the whole object's, even for a range. */
  get(name: string, range?: ByteRange): Promise<{ bytes: Readable; size: number } | null>;
  stat(name: string): Promise<{ size: number } | null>;
  /** Deleting a missing object does nothing. */
  delete(name: string): Promise<void>;
  /** Deletes partial writes of puts that were killed before that time. */
  clear(before: Date): Promise<void>;
}

export const OBJECT_STORAGE = Symbol('ObjectStorage');

export class TooLarge extends DomainError {
  constructor(readonly maxBytes: number) {
    super('payload_too_large', `The file is too large: at most ${maxBytes} bytes are allowed.`);
  }
}

const NAME = /^[A-Za-z0-9_-]{20,64}$/;

/** Rejects names with dots or slashes, so that none can leave its folder. @throws Error */
export function checkName(name: string): string {
  if (!NAME.test(name)) throw new Error('Not the name of a stored object');
  return name;
}

/**
 * Writes a stream to a new file in the folder and makes it durable. The caller moves or deletes the file.
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

/** Deletes files of spools that a crash ended before that time. */
export async function clearSpool(folder: string, before: Date): Promise<void> {
  const names = await readdir(folder).catch(ifMissing<string[]>([]));
  for (const name of names) {
    const file = path.join(folder, name);
    // A file that has vanished was moved into place.
    const written = await stat(file).catch(() => null);
    if (written && written.mtimeMs < before.getTime()) await rm(file, { force: true });
  }
}
