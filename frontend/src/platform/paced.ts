/**
 * Work on things that may change often: done at once, and then no more than once in `everyMs` for each of them, however
 * often it is asked for. Never twice at the same time, so that an earlier answer cannot come after a later one.
 */
export function throttleByKey(everyMs: number, work: (key: string) => Promise<unknown>): (key: string) => void {
  const again = new Map<string, boolean>();
  const run = (key: string): void => {
    again.set(key, false);
    const rested = (): void => {
      if (again.get(key)) run(key);
      else again.delete(key);
    };
    const rest = (): void => void setTimeout(rested, everyMs);
    work(key).then(rest, rest);
  };
  return (key) => {
    if (again.has(key)) again.set(key, true);
    else run(key);
  };
}
