import { mkdir, open, rename, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Readable } from 'node:stream';
import { isMissingFile } from '../../lib/errors';
import { checkName, clearSpool, spool } from './object-storage';
import type { ByteRange, ObjectStorage, StoredBytes } from './object-storage';

const TEMPORARY = 'incoming';

/** Stores files in folders by the first letters of their random names, so that no folder grows too large. */
export class DiskStorage implements ObjectStorage {
  constructor(private readonly root: string) {}

  clear(before: Date): Promise<void> {
    return clearSpool(path.join(this.root, TEMPORARY), before);
  }

  async put(name: string, source: Readable, options: { maxBytes: number }): Promise<StoredBytes> {
    const target = this.fileOf(name);
    const { file, ...stored } = await spool(source, path.join(this.root, TEMPORARY), options.maxBytes);
    try {
      await mkdir(path.dirname(target), { recursive: true });
      await rename(file, target);
      await syncFolder(path.dirname(target));
    } catch (error) {
      await rm(file, { force: true });
      throw error;
    }
    return stored;
  }

  async get(name: string, range?: ByteRange): Promise<{ bytes: Readable; size: number } | null> {
    try {
      const handle = await open(this.fileOf(name));
      return { bytes: handle.createReadStream(range), size: (await handle.stat()).size };
    } catch (error) {
      if (isMissingFile(error)) return null;
      throw error;
    }
  }

  async stat(name: string): Promise<{ size: number } | null> {
    try {
      return { size: (await stat(this.fileOf(name))).size };
    } catch (error) {
      if (isMissingFile(error)) return null;
      throw error;
    }
  }

  async delete(name: string): Promise<void> {
    await rm(this.fileOf(name), { force: true });
  }

  private fileOf(name: string): string {
    checkName(name);
    return path.join(this.root, name.slice(0, 2), name.slice(2, 4), name);
  }
}

/** Syncs a folder: a rename survives a power cut only once its folder is on disk too. */
async function syncFolder(folder: string): Promise<void> {
  // Windows cannot open folders; its file system journals renames.
  if (process.platform === 'win32') return;
  const handle = await open(folder);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
