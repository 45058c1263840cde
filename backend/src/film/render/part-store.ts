import { mkdir, mkdtemp, open, readdir, rename, rm, utimes } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from '../../platform/missing-file';

/**
 * Finished parts of films, each a folder with the hash of its inputs as its name. A part is made in the scratch folder and
 * renamed when it is whole, so what lies here is whole, whenever the process was killed.
 */
export class PartStore {
  readonly counts = { rendered: 0, reused: 0 };

  /** @param scratch on the same file system as `folder` */
  constructor(
    private readonly folder: string,
    private readonly scratch: string,
  ) {}

  /**
   * The folder of a part, made by `make` unless it is there.
   * @param counted whether it is one of the pictures of the film, by which people see how much was done again
   */
  async keep(
    hash: string,
    make: (folder: string) => Promise<void>,
    { counted = false }: { counted?: boolean } = {},
  ): Promise<string> {
    const place = join(this.folder, hash);
    if (await touched(place)) {
      if (counted) this.counts.reused += 1;
      return place;
    }
    const draft = await mkdtemp(join(this.scratch, 'part-'));
    try {
      await make(draft);
      await flush(draft);
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
}

/** Whether it is there. If so it has been used now, so that a sweep leaves it alone. */
async function touched(path: string): Promise<boolean> {
  const now = new Date();
  return utimes(path, now, now).then(() => true, ifMissing(false));
}

/** A name that outlives a power cut must not stand for bytes that do not. */
async function flush(folder: string): Promise<void> {
  for (const name of await readdir(folder)) {
    const file = await open(join(folder, name));
    await file.sync().finally(() => file.close());
  }
}
