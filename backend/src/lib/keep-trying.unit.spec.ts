import { keepTrying, StartError } from './keep-trying';

describe('an attempt that is repeated', () => {
  let now: number;
  let told: string[];
  const options = {
    forMs: 10_000,
    everyMs: 3_000,
    clock: { now: () => new Date(now) },
    wait: (ms: number) => Promise.resolve((now += ms)),
    onRetry: (error: StartError, left: number) => told.push(`${error.message}, ${left} s left`),
  };
  beforeEach(() => {
    now = 0;
    told = [];
  });
  const failing = (times: number, error: Error = new StartError('not there')) => {
    let attempts = 0;
    return () => (++attempts > times ? Promise.resolve(attempts) : Promise.reject(error));
  };

  it('returns once it succeeds, and reports each failure before', async () => {
    await expect(keepTrying(failing(2), options)).resolves.toBe(3);
    expect(told).toEqual(['not there, 10 s left', 'not there, 7 s left']);
  });

  it('ends with the last error when the time is over', async () => {
    await expect(keepTrying(failing(Infinity), options)).rejects.toThrow(new StartError('not there'));
    expect(now).toBe(9_000);
  });

  it('ends at once for a permanent error', async () => {
    await expect(keepTrying(failing(1, new TypeError('a mistake')), options)).rejects.toThrow(TypeError);
    expect(told).toEqual([]);
  });

  it('counts the time that attempts take', async () => {
    const slow = () => {
      now += 6_000;
      return Promise.reject(new StartError('slow'));
    };
    await expect(keepTrying(slow, options)).rejects.toThrow('slow');
    expect(told).toEqual(['slow, 4 s left']);
  });
});
