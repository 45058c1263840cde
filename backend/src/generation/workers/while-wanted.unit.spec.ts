import { NoLongerWanted } from './run-generation';
import { whileWanted } from './while-wanted';

const never = new AbortController().signal;
const untilAborted = (signal: AbortSignal) =>
  new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(new Error('the fetch was ended'))));

describe('work for a job', () => {
  it('goes on to its end while the job is wanted', async () => {
    let asked = 0;
    const isWanted = async () => (asked += 1) > 0;
    const work = async () => {
      while (asked < 3) await new Promise((resolve) => setImmediate(resolve));
      return 'done';
    };
    await expect(whileWanted(isWanted, never, work, 1)).resolves.toBe('done');
  });

  it('is ended when nobody wants the job any more', async () => {
    let asked = 0;
    const isWanted = async () => (asked += 1) < 3;
    await expect(whileWanted(isWanted, never, untilAborted, 1)).rejects.toThrow(NoLongerWanted);
  });

  it('is ended when that cannot be told', async () => {
    const isWanted = () => Promise.reject(new Error('the log is away'));
    await expect(whileWanted(isWanted, never, untilAborted, 1)).rejects.toThrow('the log is away');
  });

  it('is ended with its node', async () => {
    const stopping = new AbortController();
    const work = whileWanted(async () => true, stopping.signal, untilAborted, 1);
    stopping.abort();
    await expect(work).rejects.toThrow('the fetch was ended');
  });

  it('does not wait for the next look at its end', async () => {
    await expect(
      whileWanted(
        async () => true,
        never,
        async () => 'done',
        20_000,
      ),
    ).resolves.toBe('done');
  }, 2_000);

  it('is not over before the last look is', async () => {
    let answer: (isWanted: boolean) => void = () => undefined;
    const isWanted = () => new Promise<boolean>((resolve) => (answer = resolve));
    let isOver = false;
    const work = whileWanted(isWanted, never, async () => 'done').finally(() => (isOver = true));
    await new Promise((resolve) => setImmediate(resolve));
    expect(isOver).toBe(false);
    answer(true);
    await expect(work).resolves.toBe('done');
  });

  it('tells its own error while the job is wanted', async () => {
    const broken = new Error('the disk is full');
    await expect(
      whileWanted(
        async () => true,
        never,
        () => Promise.reject(broken),
        1,
      ),
    ).rejects.toBe(broken);
  });
});
