import { pause, repeat, type Repetition } from './retry';

const delays = { firstDelayMs: 100, maxDelayMs: 500 };

/** Builds work that fails a number of times, and records the pauses. */
function staged(failures: number, more: Partial<Repetition> = {}) {
  const waits: number[] = [];
  const told: string[] = [];
  let done = 0;
  const work = async () => {
    if (++done <= failures) throw new Error(`failure ${done}`);
  };
  const repetition: Repetition = {
    delays,
    signal: new AbortController().signal,
    pause: async (ms) => void waits.push(ms),
    onError: ({ message }) => void told.push(message),
    ...more,
  };
  return { waits, told, tries: () => done, outcome: repeat(work, repetition) };
}

describe('a repeated action', () => {
  it('runs once when it works', async () => {
    const { outcome, tries, waits } = staged(0);
    expect([await outcome, tries(), waits]).toEqual([null, 1, []]);
  });

  it('runs until it works, after waits that grow up to a limit', async () => {
    const { outcome, tries, waits, told } = staged(5);
    expect([await outcome, tries(), waits]).toEqual([null, 6, [100, 200, 400, 500, 500]]);
    expect(told).toHaveLength(5);
  });

  it('is given up after the maximum of attempts, with the last error', async () => {
    const { outcome, tries, waits } = staged(9, { tries: 3 });
    expect([(await outcome)?.message, tries(), waits]).toEqual(['failure 3', 3, [100, 200]]);
  });

  it('stops at a signal, after one more attempt', async () => {
    const stopping = new AbortController();
    const { outcome, tries } = staged(9, { signal: stopping.signal, pause: async () => stopping.abort() });
    expect([(await outcome)?.message, tries()]).toEqual(['failure 2', 2]);
  });
});

it('ends a pause at its signal, without an error', async () => {
  const stopping = new AbortController();
  const waiting = pause(60_000, stopping.signal);
  stopping.abort();
  await expect(waiting).resolves.toBeUndefined();
});
