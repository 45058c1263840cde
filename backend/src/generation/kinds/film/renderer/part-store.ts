import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { mkdir, mkdtemp, open, readdir, readFile, rename, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { IncompleteFile } from '@storyreel/ffmpeg';
import { z } from 'zod';
import { ifMissing } from '../../../../lib/errors';
import { canonicalJson } from '../../../../lib/hash';

/** Counts up when the same inputs shall give other parts: how things are drawn, encoded or named. */
const ENGINE = 2;

/** SHA-256 of a file's bytes, in hex. @throws Error of the file system, or for a file beyond `maxBytes` */
export async function fileHash(path: string, maxBytes: number, signal?: AbortSignal): Promise<string> {
  const found = await stat(path);
  if (!found.isFile()) throw new Error('not a file');
  const { size } = found;
  if (size > maxBytes) throw new Error(`${size} bytes, where ${maxBytes} are the most`);
  const hash = createHash('sha256');
  await pipeline(createReadStream(path), hash, { signal });
  return hash.digest('hex');
}

/** The name of a part: of everything that decides its bytes, and of who makes it. */
export const partHash = (inputs: Record<string, unknown>, ffmpegVersion: string): string =>
  createHash('sha256')
    .update(canonicalJson({ ...inputs, engine: ENGINE, ffmpegVersion }))
    .digest('hex');

/** The same whole number for the same text, whenever it is asked. */
export const seedOf = (text: string): number => createHash('sha256').update(text).digest().readUInt8(0);

/** How a part is made in a folder, and what its files have to hold. */
export interface PartWork {
  make: (folder: string) => Promise<void>;
  /** @throws IncompleteFile when a file holds less than was ordered, whatever its maker said */
  check: (folder: string) => Promise<void>;
}

/** In the folder of each part that was checked: its files, and how many bytes they had then. */
const CHECKED = 'checked.json';
const checkedSchema = z.record(z.string(), z.number());

/**
 * Finished parts of films, each a folder with the hash of its inputs as its name. A part is made in the scratch folder,
 * checked, and renamed when it is whole, so what lies here is whole, whenever the process was killed or the disk became
 * full. Parts of releases that checked none are checked before they are used again.
 */
export class PartStore {
  readonly counts = { rendered: 0, reused: 0 };

  /** @param scratch on the same file system as `folder` */
  constructor(
    private readonly folder: string,
    private readonly scratch: string,
  ) {}

  /**
   * The folder of a part, made unless it is there and whole. One that is not is thrown away, and no other with it.
   * @param counted whether it is one of the pictures of the film, by which people see how much was done again
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
        // Another render of the same project was quicker: what it made is the same.
        if (!(await touched(place))) throw error;
      });
    } finally {
      await rm(draft, { recursive: true, force: true });
    }
    if (counted) this.counts.rendered += 1;
    return place;
  }

  /** Whether a part is as it was when it was checked. One that never was is checked now; one that is not whole goes. */
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
      // Out of its place first: half of a deleted folder must not be there under its name.
      const gone = await mkdtemp(join(this.scratch, 'bad-'));
      await rename(place, join(gone, 'part')).catch(ifMissing(undefined));
      await rm(gone, { recursive: true, force: true });
      return false;
    }
  }
}

/** Whether it is there. If so it has been used now, so that a sweep leaves it alone. */
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

/** @param drafts where the note is written before it is given its place */
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

/** @throws IncompleteFile when a file has gone or has another size than when it was checked */
async function compare(folder: string, known: string): Promise<void> {
  const then = checkedSchema.parse(JSON.parse(known));
  const now = await sizesOf(folder);
  for (const [name, size] of Object.entries(then)) {
    if (now[name] !== size) throw new IncompleteFile(`${join(folder, name)} has ${now[name] ?? 'no'} bytes of ${size}`);
  }
}

/** A name that outlives a power cut must not stand for bytes that do not. */
async function fsyncFiles(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = await open(join(folder, name));
    await file.sync().finally(() => file.close());
  }
}
