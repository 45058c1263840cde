import { runInThisContext } from 'node:vm';

/** The process itself: Jest gives test files a copy of it, whose events nobody emits. */
const real = runInThisContext('process') as NodeJS.Process;
/** By name, since the global teardown loads this module a second time. */
const ENDINGS = Symbol.for('storyreel.endings-of-tests');

type Ending = () => Promise<void>;
const endings = (): Ending[] => {
  const holder = real as unknown as Record<symbol, Ending[] | undefined>;
  return (holder[ENDINGS] ??= []);
};

/**
 * Keeps something going for all test files that this process will run, and ends it after the last one. A worker of
 * Jest's ends by itself when nothing goes on in it, and is told so only by the loss of its listener: it is killed then,
 * and what it leaves in the database and in the run's folder goes with those. Without workers the global teardown ends
 * it.
 */
export function atEndOfTests(end: Ending): void {
  if (endings().push(end) > 1 || real.send === undefined) return;
  real.on('removeListener', (name) => {
    // At once: an orderly exit first waits for threads, and Jest complains of one that takes half a second.
    if (name === 'message') real.kill(real.pid, 'SIGKILL');
  });
}

/** Ends in this process what `atEndOfTests` was told, the newest first. */
export async function endTests(): Promise<void> {
  for (let end = endings().pop(); end !== undefined; end = endings().pop()) await end();
}
