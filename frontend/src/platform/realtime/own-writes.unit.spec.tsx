import { ownWrite, unlessOwn } from './push-refresh';

const save = (projectId: string, revision: string) =>
  ownWrite(
    () => projectId,
    () => Promise.resolve({ revision }),
  );

describe('a push about', () => {
  it('a finished save causes no read', async () => {
    await save('a', '7');
    const act = jest.fn();
    unlessOwn(['a@7'], act);
    expect(act).not.toHaveBeenCalled();
  });

  it.each([
    ['the save of another window', ['a@8']],
    ['both', ['a@7', 'a@8']],
    ['the same revision of another project', ['b@7']],
    ['an unnamed project', undefined],
  ])('%s causes a read', async (_, at) => {
    await save('a', '7');
    const act = jest.fn();
    unlessOwn(at, act);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('a running save waits for its answer', async () => {
    let answer = (_row: { revision: string }): void => undefined;
    const under = ownWrite(
      () => 'c',
      () => new Promise<{ revision: string }>((resolve) => (answer = resolve)),
    );
    const [own, others] = [jest.fn(), jest.fn()];
    unlessOwn(['c@1'], own);
    unlessOwn(['c@2'], others);
    expect(others).not.toHaveBeenCalled();
    answer({ revision: '1' });
    await under;
    expect(own).not.toHaveBeenCalled();
    expect(others).toHaveBeenCalledTimes(1);
  });

  it('a save with a lost answer causes a read', async () => {
    const act = jest.fn();
    const lost = ownWrite(
      () => 'd',
      () => Promise.reject<{ revision: string }>(new Error('no network')),
    );
    unlessOwn(['d@1'], act);
    await lost.catch(() => undefined);
    expect(act).toHaveBeenCalledTimes(1);
  });

  it('a save whose answer never arrives causes a read after a while', () => {
    jest.useFakeTimers();
    const act = jest.fn();
    void ownWrite(
      () => 'e',
      () => new Promise<{ revision: string }>(() => undefined),
    );
    unlessOwn(['e@1'], act);
    jest.advanceTimersByTime(2_000);
    expect(act).toHaveBeenCalledTimes(1);
    jest.useRealTimers();
  });
});
