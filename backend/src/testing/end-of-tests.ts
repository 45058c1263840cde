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
 * Registers cleanup of a resource shared by all test files of this process, to run after the last one. A Jest worker
 * has no end-of-run hook but the loss of its message listener, and exits only when idle: it is killed then, and the
 * run's teardown removes its database and folder. Without workers the global teardown runs the cleanups.
 */
export function atEndOfTests(end: Ending): void {
  if (endings().push(end) > 1 || real.send === undefined) return;
  real.on('removeListener', (name) => {
    // Immediately: an orderly exit first waits for threads, and Jest complains when that takes half a second.
    if (name === 'message') real.kill(real.pid, 'SIGKILL');
  });
}

/** Runs this process's cleanups registered by `atEndOfTests`, the newest first. */
export async function endTests(): Promise<void> {
  for (let end = endings().pop(); end !== undefined; end = endings().pop()) await end();
}
