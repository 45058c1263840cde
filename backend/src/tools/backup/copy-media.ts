import { createReadStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { ObjectStorage } from '../../infra/storage';
import { sha256OfStream } from '../../lib/hash';
import { BackupUnusable, checkBackupFile, linesOf, readLines, writeBackupFile } from './backup-file';
import type { BackupFile, Manifest } from './backup-file';

const PAGE = 1_000;
/** Files copied at once: enough to hide S3's latency. */
const AT_ONCE = 6;

const item = z.object({
  blob: z.string().regex(/^[A-Za-z0-9_-]{20,64}$/),
  size: z.number(),
  sha256: z.string(),
  contentType: z.string(),
  /** True for files that are served; the others are unfinished uploads, which may be deleted at any time. */
  ready: z.boolean(),
});
type MediaItem = z.infer<typeof item>;

const fileOf = (blob: string): string => `media/${blob.slice(0, 2)}/${blob.slice(2, 4)}/${blob}`;

/** Lists the files of all stored objects, as the client's transaction sees them. */
export function dumpMediaList(client: PoolClient, folder: string): Promise<BackupFile> {
  async function* items(): AsyncGenerator<MediaItem> {
    for (let last = ''; ;) {
      const { rows } = await client.query<MediaItem>(
        `select blob, size::float8 as size, sha256, content_type as "contentType", state = 'ready' as ready
         from platform.stored_objects where state <> 'writing' and blob > $1 order by blob limit ${PAGE}`,
        [last],
      );
      yield* rows;
      const end = rows.at(-1);
      if (!end) return;
      last = end.blob;
    }
  }
  return writeBackupFile(folder, 'media.jsonl.gz', linesOf(items()));
}

async function* readMediaList(folder: string, list: BackupFile): AsyncGenerator<MediaItem> {
  for await (const text of readLines(folder, list)) yield item.parse(JSON.parse(text));
}

export interface CopiedMedia {
  files: number;
  bytes: number;
  /** Served files that are missing or do not match their rows. */
  damaged: string[];
}

/** Copies every listed file that the backup lacks, and checks it against its row. */
export async function dumpMedia(
  storage: ObjectStorage,
  folder: string,
  list: BackupFile,
  onProgress: (done: CopiedMedia) => void,
): Promise<CopiedMedia> {
  const copied: CopiedMedia = { files: 0, bytes: 0, damaged: [] };
  await eachAtOnce(readMediaList(folder, list), async (media) => {
    const isWhole = (await isCopied(folder, media)) || (await copyFile(storage, folder, media));
    if (isWhole) {
      copied.files += 1;
      copied.bytes += media.size;
    } else if (media.ready) copied.damaged.push(media.blob);
    onProgress(copied);
  });
  return copied;
}

async function copyFile(storage: ObjectStorage, folder: string, { blob, size, sha256 }: MediaItem): Promise<boolean> {
  const stored = await storage.get(blob);
  if (!stored) return false;
  const written = await writeBackupFile(folder, fileOf(blob), stored.bytes);
  if (written.bytes === size && written.sha256 === sha256) return true;
  await rm(path.join(folder, fileOf(blob)));
  return false;
}

/**
 * Checks the copied files.
 * @throws BackupUnusable when a file is missing or has changed since it was copied
 */
export async function checkMedia(folder: string, { list, damaged }: Manifest['media']): Promise<void> {
  const given = new Set(damaged);
  await eachAtOnce(readMediaList(folder, list), async (media) => {
    if (given.has(media.blob)) return;
    const { size: bytes, sha256 } = media;
    if (media.ready || (await isCopied(folder, media)))
      await checkBackupFile(folder, { file: fileOf(media.blob), bytes, sha256 });
  });
}

/** Puts every file of the backup into the storage, except those already there: the bytes under a name never change. */
export async function loadMedia(
  storage: ObjectStorage,
  folder: string,
  { list, damaged }: Manifest['media'],
  onProgress: (files: number) => void,
): Promise<void> {
  const given = new Set(damaged);
  let files = 0;
  await eachAtOnce(readMediaList(folder, list), async (media) => {
    const { blob, size, sha256, contentType } = media;
    if (given.has(blob) || (!media.ready && !(await isCopied(folder, media)))) return;
    if (!(await isStored(storage, media))) {
      const source = createReadStream(path.join(folder, fileOf(blob)));
      const stored = await storage.put(blob, source, { contentType, maxBytes: size });
      if (stored.sha256 !== sha256) throw new BackupUnusable(`${fileOf(blob)} changed while it was restored.`);
    }
    onProgress((files += 1));
  });
}

async function isStored(storage: ObjectStorage, { blob, size, sha256 }: MediaItem): Promise<boolean> {
  const stored = (await storage.stat(blob))?.size === size ? await storage.get(blob) : null;
  return stored !== null && (await sha256OfStream(stored.bytes)) === sha256;
}

async function isCopied(folder: string, { blob, size: bytes, sha256 }: MediaItem): Promise<boolean> {
  try {
    await checkBackupFile(folder, { file: fileOf(blob), bytes, sha256 });
    return true;
  } catch (error) {
    if (error instanceof BackupUnusable) return false;
    throw error;
  }
}

/** Processes several items at once; the first failure ends the processing. */
async function eachAtOnce<T>(items: AsyncGenerator<T>, work: (item: T) => Promise<void>): Promise<void> {
  let failed = false;
  const worker = async (): Promise<void> => {
    for (let next = await items.next(); !next.done && !failed; next = await items.next()) {
      try {
        await work(next.value);
      } catch (error) {
        failed = true;
        throw error;
      }
    }
  };
  try {
    await Promise.all(Array.from({ length: AT_ONCE }, worker));
  } finally {
    await items.return(undefined);
  }
}
