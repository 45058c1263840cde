import { constants } from 'node:os';

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
