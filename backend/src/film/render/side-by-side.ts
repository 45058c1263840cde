/**
 * Runs works at the same time. One that fails ends the others by their signal, and is told when all are still, so that
 * nothing is written any more.
 * @param outer ends all of them
 * @throws what the first one failed with
 */
export async function sideBySide<First, Second>(
  outer: AbortSignal | undefined,
  first: (signal: AbortSignal) => Promise<First>,
  second: (signal: AbortSignal) => Promise<Second>,
): Promise<[First, Second]> {
  const ended = new AbortController();
  const signal = outer ? AbortSignal.any([outer, ended.signal]) : ended.signal;
  const failures: unknown[] = [];
  const watched = async <Made>(work: (signal: AbortSignal) => Promise<Made>): Promise<Made> => {
    try {
      return await work(signal);
    } catch (error) {
      failures.push(error);
      ended.abort(error);
      throw error;
    }
  };
  const [one, other] = await Promise.allSettled([watched(first), watched(second)]);
  if (one.status === 'rejected' || other.status === 'rejected') throw failures[0];
  return [one.value, other.value];
}
