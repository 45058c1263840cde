import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IncompleteFile } from '@storyreel/ffmpeg';
import { z } from 'zod';
import { ifMissing } from '../../../../lib/errors';
import { canonicalJson } from '../../../../lib/hash';

/**
 * Increment when the same inputs should yield different parts, for example after a change in drawing, encoding or
 * naming.
 */
const ENGINE = 3;

/** Returns the SHA-256 of a file in hex. @throws Error of the file system, or for a file larger than `maxBytes` */
export async function fileHash(path: string, maxBytes: number, signal?: AbortSignal): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error('not a file');
  const { size } = found;
  if (size > maxBytes) throw new Error(`${size} bytes, the maximum is ${maxBytes}`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}

/** Returns a part's name: a hash of everything that affects its bytes, including the ffmpeg version. */
export const partHash = (inputs: Record<string, unknown>, ffmpegVersion: string): string =>
  createHash('sha256')
    .update(canonicalJson({ ...inputs, engine: ENGINE, ffmpegVersion }))
    .digest('hex');

/** Makes a part in a folder and checks its files. */
export interface PartWork {
  make: (folder: string) => Promise<void>;
  /** @throws IncompleteFile when a file has less content than requested, even if its program reported success */
  check: (folder: string) => Promise<void>;
}

/** A file in the folder of each checked part, which records the part's files and their sizes at that time. */
const CHECKED = 'checked.json';
const checkedSchema = z.record(z.string(), z.number());

/**
 * Finished parts of films, each in a folder named by the hash of its inputs. A part is made in the scratch folder,
 * checked and then renamed, so every part here is complete even after a kill or on a full disk. Parts made by early
 * releases, which did not check them, are checked before reuse.
 */
export class PartStore {
  readonly counts = { rendered: 0, reused: 0 };

  /** @param scratch on the same file system as `folder` */
  constructor(
    private readonly folder: string,
    private readonly scratch: string,
  ) {}

  /**
   * Returns the folder of a part, and makes the part unless a complete one exists. Deletes an existing part only if it
   * is incomplete.
   * @param counted true to count the part in the rendered and reused pictures of the film
   */
  async keep(hash: string, work: PartWork, { counted = false }: { counted?: boolean } = {}): Promise<string> {
    const place = join(this.folder, hash);
    if ((await touched(place)) && (await this.isWhole(place, work))) {
      if (counted) this.counts.reused += 1;
      return place;
    }
    const draft = await mkdtemp(join(this.scratch, 'part-'));
    try {
      await work.make(draft);
      await work.check(draft);
      await noteChecked(draft, this.scratch);
      await fsyncFiles(draft);
      await mkdir(this.folder, { recursive: true });
      await rename(draft, place).catch(async (error: unknown) => {
        // A concurrent render of the same project finished this part first; its content is the same.
        if (!(await touched(place))) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    if (counted) this.counts.rendered += 1;
    return place;
  }

  /**
   * Compares the sizes of a part's files with those recorded when it was checked. An unchecked part is checked now; an
   * incomplete one is deleted.
   */
  private async isWhole(place: string, { check }: PartWork): Promise<boolean> {
    try {
      const known = await readFile(join(place, CHECKED), 'utf8').catch(ifMissing(null));
      if (known === null) {
        await check(place);
        await noteChecked(place, this.scratch);
      } else await compare(place, known);
      return true;
    } catch (error) {
      if (!(error instanceof IncompleteFile)) throw error;
      // The part is moved away first, since a half-deleted folder must not exist under the part's name.
      const gone = await mkdtemp(join(this.scratch, 'bad-'));
      await rename(place, join(gone, 'part')).catch(ifMissing(undefined));
      await rm(gone, { recursive: true, force: true });
      return false;
    }
  }
}

/** Marks a path as used now, so that a sweep keeps it; returns false when the path is missing. */
async function touched(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(() => true, ifMissing(false));
}

async function sizesOf(folder: string): Promise<Record<string, number>> {
  const sizes: Record<string, number> = {};
  for (const name of await readdir(folder)) {
    if (name !== CHECKED) sizes[name] = (await stat(join(folder, name))).size;
  }
  return sizes;
}

/**
 * Records the file sizes of a checked part.
 * @param drafts folder in which the record is written before it is moved into the part
 */
async function noteChecked(folder: string, drafts: string): Promise<void> {
  const own = await mkdtemp(join(drafts, 'note-'));
  try {
    const note = join(own, CHECKED);
    await writeFile(note, JSON.stringify(await sizesOf(folder)));
    await fsyncFiles(own);
    await rename(note, join(folder, CHECKED));
  } finally {
    await rm(own, { recursive: true, force: true });
  }
}

/** @throws IncompleteFile when a file is missing, or its size differs from the recorded one */
async function compare(folder: string, known: string): Promise<void> {
  const then = checkedSchema.parse(JSON.parse(known));
  const now = await sizesOf(folder);
  for (const [name, size] of Object.entries(then)) {
    if (now[name] !== size) throw new IncompleteFile(`${join(folder, name)} has ${now[name] ?? 'no'} bytes of ${size}`);
  }
}

/**
 * Syncs the files to disk, since otherwise a power failure could preserve the folder's name but lose the bytes of its
 * files.
 */
async function fsyncFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = await open(join(folder, name));
    await file.sync().finally(() => file.close());
  }
}
