import { NoLongerWanted, whileWanted } from './run-generation';

const never = new AbortController().signal;
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('the fetch was ended'))));
const always = () => Promise.resolve(true);

// If the work hangs, the timeout of the test fails it.
describe('work for a job', () => {
  it('continues to its end while the job is wanted', async () => {
    let asked = 0;
    let askedThrice: (answer: string) => void = () => undefined;
    const third = new Promise<string>((resolve) => (askedThrice = resolve));
    const isWanted = async () => {
      if (++asked === 3) askedThrice('done');
      return true;
    };
    await expect(whileWanted(isWanted, never, () => third, 1)).resolves.toBe('done');
  }, 2_000);

  it('is aborted when the job is no longer wanted', async () => {
    let asked = 0;
    const isWanted = async () => (asked += 1) < 3;
    await expect(whileWanted(isWanted, never, untilAborted, 1)).rejects.toThrow(NoLongerWanted);
  }, 2_000);

  it('is aborted when it cannot be determined whether the job is wanted', async () => {
    const isWanted = () => Promise.reject(new Error('the log is away'));
    await expect(whileWanted(isWanted, never, untilAborted, 1)).rejects.toThrow('the log is away');
  }, 2_000);

  it('is aborted when its node stops', async () => {
    const stopping = new AbortController();
    const work = whileWanted(always, stopping.signal, untilAborted, 1);
    stopping.abort();
    await expect(work).rejects.toThrow('the fetch was ended');
  }, 2_000);

  it('does not wait for the next check when it ends', async () => {
    await expect(whileWanted(always, never, () => Promise.resolve('done'), 20_000)).resolves.toBe('done');
  }, 2_000);

  it('is not over before the last check has ended', async () => {
    let answer: (isWanted: boolean) => void = () => undefined;
    const isWanted = () => new Promise<boolean>((resolve) => (answer = resolve));
    let isOver = false;
    const work = whileWanted(isWanted, never, async () => 'done').finally(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    answer(true);
    await expect(work).resolves.toBe('done');
  }, 2_000);

  it('throws its own error while the job is wanted', async () => {
    const broken = new Error('the disk is full');
    const work = () => Promise.reject(broken);
    await expect(whileWanted(always, never, work, 1)).rejects.toBe(broken);
  }, 2_000);
});
