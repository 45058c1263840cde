import { throttleByKey } from './push-refresh';

describe('paced work', () => {
  beforeEach(() => jest.useFakeTimers());
  afterEach(() => jest.useRealTimers());

  it('runs at once, and then once for all requests made meanwhile', async () => {
    const work = jest.fn(() => Promise.resolve());
    const ask = throttleByKey(1_000, work);
    for (let times = 0; times < 5; times += 1) ask('a');
    expect(work).toHaveBeenCalledTimes(1);
    await jest.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(2);
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(2);
  });

  it('of one subject does not wait for that of another', () => {
    const work = jest.fn(() => Promise.resolve());
    const ask = throttleByKey(1_000, work);
    ask('a');
    ask('b');
    expect(work.mock.calls).toEqual([['a'], ['b']]);
  });

  it('continues after a failure, and never runs twice at the same time', async () => {
    let fail = (_error: Error): void => undefined;
    const work = jest.fn(() => new Promise<void>((_, reject) => (fail = reject)));
    const ask = throttleByKey(1_000, work);
    ask('a');
    ask('a');
    await jest.advanceTimersByTimeAsync(5_000);
    expect(work).toHaveBeenCalledTimes(1);
    fail(new Error('away'));
    await jest.advanceTimersByTimeAsync(1_000);
    expect(work).toHaveBeenCalledTimes(2);
  });
});
