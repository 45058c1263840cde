import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { ProviderUnavailable } from './provider-errors';
import { withMinimumThroughput } from './steadily';

const nextTurn = () => new Promise((next) => setImmediate(next));

describe('a stream', () => {
  let source: PassThrough;
  let time: AbortController;
  const begun = () => withMinimumThroughput(source, { windowMs: 1_000, windowBytes: 10, time: time.signal });
  beforeEach(() => {
    jest.useFakeTimers({ doNotFake: ['nextTick', 'setImmediate', 'queueMicrotask'] });
    source = new PassThrough();
    time = new AbortController();
  });
  afterEach(() => jest.useRealTimers());

  const windowsOf = async (bytes: number, windows: number) => {
    for (let n = 0; n < windows; n++) {
      if (!source.destroyed) source.write('x'.repeat(bytes));
      await nextTurn();
      jest.advanceTimersByTime(1_000);
      await nextTurn();
    }
  };

  it('is as it was while it brings enough in each window', async () => {
    const read = buffer(begun());
    await windowsOf(10, 5);
    source.end('!');
    expect((await read).toString()).toBe(`${'x'.repeat(50)}!`);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('fails when it brings less, and lets go of its source', async () => {
    const read = expect(buffer(begun())).rejects.toEqual(new ProviderUnavailable('The output comes too slowly.'));
    await windowsOf(9, 1);
    await read;
    await nextTurn();
    expect([source.destroyed, jest.getTimerCount()]).toEqual([true, 0]);
  });

  it('is not to blame when nobody reads it', async () => {
    const stream = begun();
    source.write('x'.repeat(100));
    await windowsOf(0, 50);
    source.end();
    expect(await buffer(stream)).toHaveLength(100);
  });

  it('fails when its time is over', async () => {
    const read = expect(buffer(begun())).rejects.toEqual(new ProviderUnavailable('The output takes too long.'));
    await windowsOf(10, 2);
    time.abort();
    await read;
    expect(jest.getTimerCount()).toBe(0);
  });

  it('fails with its source', async () => {
    const read = expect(buffer(begun())).rejects.toThrow('cut off');
    source.destroy(new Error('cut off'));
    await read;
    await nextTurn();
    expect(jest.getTimerCount()).toBe(0);
  });
});
