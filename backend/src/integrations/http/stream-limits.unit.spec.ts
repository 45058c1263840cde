import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { setImmediate as turn } from 'node:timers/promises';
import { OutputTooLarge, ProviderUnavailable } from './provider-errors';
import { limitBytes, withMinimumThroughput } from './stream-limits';

describe('an output with a limit', () => {
  it('equals the sent bytes', async () => {
    const source = new PassThrough();
    const limited = limitBytes(source, { maxBytes: 9 });
    source.end('all of it');
    expect((await buffer(limited)).toString()).toBe('all of it');
  });

  it('fails above the limit, also without an announced size', async () => {
    const source = new PassThrough();
    expect(() => limitBytes(new PassThrough(), { maxBytes: 8, declaredBytes: 9 })).toThrow(OutputTooLarge);
    const limited = limitBytes(source, { maxBytes: 8 });
    source.end('all of it');
    await expect(buffer(limited)).rejects.toThrow(OutputTooLarge);
  });

  it.each([
    ['whose sender breaks off', (source: PassThrough) => source.destroy(new Error('broken off')), 'broken off'],
    ['that is too long', (source: PassThrough) => source.end('too much of it'), '8 bytes'],
  ])('%s before it is read fails when it is read, and nothing else fails', async (_, fail, words) => {
    const source = new PassThrough();
    const limited = limitBytes(source, { maxBytes: 8 });
    fail(source);
    for (let turns = 0; turns < 3; turns++) await turn();
    await expect(buffer(limited)).rejects.toThrow(words);
  });
});

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

  it('passes through while it has the minimum throughput in each window', async () => {
    const read = buffer(begun());
    await windowsOf(10, 5);
    source.end('!');
    expect((await read).toString()).toBe(`${'x'.repeat(50)}!`);
    expect(jest.getTimerCount()).toBe(0);
  });

  it('fails below the minimum throughput, and closes its source', async () => {
    const read = expect(buffer(begun())).rejects.toEqual(new ProviderUnavailable('The output comes too slowly.'));
    await windowsOf(9, 1);
    await read;
    await nextTurn();
    expect([source.destroyed, jest.getTimerCount()]).toEqual([true, 0]);
  });

  it('does not fail because its reader is slow', async () => {
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
