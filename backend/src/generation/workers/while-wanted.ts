import { setTimeout as delay } from 'node:timers/promises';
import { NoLongerWanted } from './run-generation';

const LOOK_MS = 1_000;

/**
 * Work for a generation job, ended as soon as nobody wants the job's outcome any more.
 * @param isWanted asked now and again while the work runs; what it throws ends the work too
 * @throws NoLongerWanted, or what the work throws
 */
export async function whileWanted<T>(
  isWanted: () => Promise<boolean>,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<T>,
  lookMs = LOOK_MS,
): Promise<T> {
  const unwanted = new AbortController();
  const done = new AbortController();
  const watch = async (): Promise<void> => {
    while (!done.signal.aborted) {
      if (!(await isWanted())) throw new NoLongerWanted();
      // Cut short by the end of the work, which says how it went.
      await delay(lookMs, undefined, { signal: done.signal }).catch(() => undefined);
    }
  };
  const watching = watch().catch((error: unknown) => unwanted.abort(error));
  try {
    return await work(AbortSignal.any([signal, unwanted.signal]));
  } catch (error) {
    throw unwanted.signal.aborted ? unwanted.signal.reason : error;
  } finally {
    done.abort();
    await watching;
  }
}
