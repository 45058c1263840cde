import { readdir, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { ifMissing } from './errors';

/** Deletes entries of a folder that nobody has changed for so long: leftovers of a node that was killed. Counts them. */
export async function deleteLeftovers(folder: string, olderThanMs: number, now: number): Promise<number> {
  let count = 0;
  for (const name of await readdir(folder).catch(ifMissing<string[]>([]))) {
    const path = join(folder, name);
    const known = await stat(path).catch(ifMissing(null));
    if (known === null || now - known.mtimeMs < olderThanMs) continue;
    await rm(path, { recursive: true, force: true });
    count += 1;
  }
  return count;
}
