import { lstat, open, rename, rm } from 'node:fs/promises';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { namedPath } from '../platform/named-path';
import { toError } from '../platform/to-error';
import { Interrupted } from './interruption';

/**
 * Writes a new file: it has its name when it is whole, and what fails or is interrupted leaves none. What tools write is
 * personal: nobody else's to read.
 * @param write given a stream that it need not end
 * @throws Interrupted; an error with the code EEXIST when there is such a file, in the beginning or by the end
 */
export async function writeWhole<T>(
  file: string,
  interrupted: AbortSignal,
  write: (part: Writable) => Promise<T>,
): Promise<T> {
  if (await isThere(file)) throw Object.assign(new Error(`${file} exists already.`), { code: 'EEXIST', path: file });
  // Of this process alone: two that are to write the same file do not write into each other's.
  const part = `${file}.${process.pid}.part`;
  await rm(part, { force: true });
  const stream = (await open(part, 'wx', 0o600).catch(named(file))).createWriteStream();
  try {
    const written = await write(stream);
    await finished(stream.end());
    interrupted.throwIfAborted();
    await giveName(part, file);
    return written;
  } catch (error) {
    stream.destroy();
    await rm(part, { force: true });
    if (interrupted.aborted) throw new Interrupted(interrupted, `${file} was not written.`);
    return namedPath(file)(error);
  }
}

/** Also a link that leads nowhere. */
const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** People know the file by the name that they gave. */
const named =
  (file: string) =>
  (error: unknown): never => {
    throw Object.assign(toError(error), { path: file });
  };

/** A rename alone would take the place of a file that has come meanwhile; a link fails then, but not everywhere are there links. */
async function giveName(part: string, file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
  try {
    await rename(part, file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
