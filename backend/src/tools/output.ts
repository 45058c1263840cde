import { once } from 'node:events';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { namedPath, toError } from '../lib/errors';

const ENDING = ['SIGINT', 'SIGTERM'] as const;

/**
 * Aborted by Ctrl-C, or by whoever ends processes, for a tool that then stops by itself and puts away what it has begun.
 * Done a second time it ends the process on the spot.
 */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const name of ENDING) process.once(name, () => interrupted.abort(name));
  return interrupted.signal;
}

/** It was ended before it was done. */
export class Interrupted extends Error {
  /** As shells have it: 128 and the number of the signal. */
  readonly exitCode: number;

  /** @param interrupted of `interruption()` @param outcome what is not done, as a sentence */
  constructor({ reason }: AbortSignal, outcome: string) {
    super(`Interrupted: ${outcome}`);
    this.exitCode = 128 + constants.signals[ENDING.find((name) => name === reason) ?? 'SIGINT'];
  }
}

/** Nobody reads any more: `| head` has what it wanted. */
export const isClosedPipe = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';

/** Where a tool writes. A reader that is slow holds it up; one that has gone ends it, without an error. */
export class Output {
  private readonly gone = new AbortController();
  private failure: Error | null = null;

  constructor(
    private readonly stream: Writable,
    interrupted?: AbortSignal,
  ) {
    this.ended = AbortSignal.any([...(interrupted ? [interrupted] : []), this.gone.signal]);
    stream.on('error', (error) => {
      if (!isClosedPipe(error)) this.failure = error;
      this.gone.abort();
    });
  }

  /** Aborted when nobody reads any more, or somebody has pressed Ctrl-C. */
  readonly ended: AbortSignal;

  /** @throws when the lines cannot be written, but for a reader that has gone */
  async line(text: string): Promise<void> {
    this.throwFailure();
    if (this.ended.aborted || this.stream.write(`${text}\n`)) return;
    // Either it goes on or it is over.
    await once(this.stream, 'drain', { signal: this.ended }).catch(() => undefined);
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure;
  }
}

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
