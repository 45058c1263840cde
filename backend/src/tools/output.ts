import { once } from 'node:events';
import { lstat, open, rename, rm } from 'node:fs/promises';
import { constants } from 'node:os';
import type { Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { namedPath, toError } from '../lib/errors';

const ENDING = ['SIGINT', 'SIGTERM'] as const;

/**
 * Returns a signal that aborts on Ctrl-C or SIGTERM, so that a tool can stop and clean up. A second such signal kills
 * the process at once.
 */
export function interruption(): AbortSignal {
  const interrupted = new AbortController();
  for (const name of ENDING) process.once(name, () => interrupted.abort(name));
  return interrupted.signal;
}

/** The tool was stopped before it had finished. */
export class Interrupted extends Error {
  /** Exit code as shells report it: 128 plus the number of the signal. */
  readonly exitCode: number;

  /**
   * @param interrupted signal from `interruption()`
   * @param outcome a sentence about what was not finished
   */
  constructor({ reason }: AbortSignal, outcome: string) {
    super(`Interrupted: ${outcome}`);
    this.exitCode = 128 + constants.signals[ENDING.find((name) => name === reason) ?? 'SIGINT'];
  }
}

/** Tells whether the reader has closed the pipe, as `| head` does once it has enough. */
export const isClosedPipe = ({ code }: NodeJS.ErrnoException): boolean => code === 'EPIPE';

/**
 * Output of a tool. A slow reader applies backpressure; a reader that closes the pipe ends the tool without an error.
 */
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

  /** Aborted when the reader has closed the pipe, or on Ctrl-C. */
  readonly ended: AbortSignal;

  /**
   * Writes a line.
   * @throws when writing fails, except for a closed pipe
   */
  async line(text: string): Promise<void> {
    this.throwFailure();
    if (this.ended.aborted || this.stream.write(`${text}\n`)) return;
    // `once` ends at 'drain' or at the abort, and the abort is no error here.
    await once(this.stream, 'drain', { signal: this.ended }).catch(() => undefined);
    this.throwFailure();
  }

  private throwFailure(): void {
    if (this.failure) throw this.failure;
  }
}

/**
 * Writes a new file that appears under its name only when it is complete; a failure or an interruption leaves no file.
 * The output of tools is personal data, so only the owner may read the file.
 * @param write gets a stream, which it need not end
 * @throws Interrupted; an error with the code EEXIST when the file exists at the start or at the end
 */
export async function writeWhole<T>(
  file: string,
  interrupted: AbortSignal,
  write: (part: Writable) => Promise<T>,
): Promise<T> {
  if (await isThere(file)) throw Object.assign(new Error(`${file} exists already.`), { code: 'EEXIST', path: file });
  // The temporary name contains the process id, so that two processes that write the same file do not mix their output.
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

/** Tells whether the name is taken, also by a dangling link. */
const isThere = (file: string): Promise<boolean> =>
  lstat(file).then(
    () => true,
    () => false,
  );

/** Makes errors name the requested file and not the temporary one. */
const named =
  (file: string) =>
  (error: unknown): never => {
    throw Object.assign(toError(error), { path: file });
  };

/**
 * Claims the name before renaming the file: a rename alone would overwrite a file that was created meanwhile, and hard
 * links, which would not, are not supported everywhere.
 */
async function giveName(part: string, file: string): Promise<void> {
  await (await open(file, 'wx', 0o600)).close();
  try {
    await rename(part, file);
  } catch (error) {
    await rm(file, { force: true });
    throw error;
  }
}
