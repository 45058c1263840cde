import { once } from 'node:events';
import type { Writable } from 'node:stream';

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
