import { runInThisContext } from 'node:vm';

/** The real process: Jest gives test files a copy that never emits events. */
const real = runInThisContext('process') as NodeJS.Process;
/** A global symbol, because the global teardown loads this module a second time. */
const ENDINGS = Symbol.for('storyreel.endings-of-tests');

type Ending = () => Promise<void>;
const endings = (): Ending[] => {
  const holder = real as unknown as Record<symbol, Ending[] | undefined>;
  return (holder[ENDINGS] ??= []);
};

/**
 * Registers the cleanup of a resource that all test files of this process share. Without Jest workers, the global
 * teardown runs the cleanups. A worker learns of the end of the run only when Jest removes its message listener; it
 * then kills itself, and the run's teardown removes its database and folder.
 */
export function atEndOfTests(end: Ending): void {
  if (endings().push(end) > 1 || real.send === undefined) return;
  real.on('removeListener', (name) => {
    // Kills at once: an orderly exit first waits for threads, and Jest complains when that takes half a second.
    if (name === 'message') real.kill(real.pid, 'SIGKILL');
  });
}

/** Runs this process's cleanups registered by `atEndOfTests`, the newest first. */
export async function endTests(): Promise<void> {
  for (let end = endings().pop(); end !== undefined; end = endings().pop()) await end();
}
