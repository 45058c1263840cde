import { StoreUnavailable } from '../event-store';
import type { FlushResult } from './append-connection';
import { AppendQueue } from './append-queue';
import type { QueuedAppend } from './flush';
import { APPENDED } from './schema';

/** Fake flushes that the test ends. */
class Flushes {
  readonly started: string[][] = [];
  private readonly ends: { resolve(): void; reject(error: Error): void }[] = [];

  readonly flush = async (appends: readonly QueuedAppend[]): Promise<FlushResult[]> => {
    this.started.push(appends.map(({ streamId }) => streamId));
    await new Promise<void>((resolve, reject) => this.ends.push({ resolve, reject }));
    const outcome = { kind: APPENDED, revision: 0n, position: 1n } as const;
    return [{ created: new Date(0), appends: appends.map(() => outcome) }];
  };

  end(error?: Error): void {
    const current = this.ends.shift();
    if (error) current?.reject(error);
    else current?.resolve();
  }
}

const append = (streamId: string, bytes = 2): QueuedAppend => {
  const event = { id: streamId, type: 'T', data: 'x'.repeat(bytes), metadata: null };
  return { streamId, expected: 'any', events: [event] };
};
const ticks = () => new Promise((resolve) => setImmediate(resolve));

describe('the queue of appends', () => {
  let flushes: Flushes;
  let queue: AppendQueue;
  let told: string[];
  beforeEach(() => {
    flushes = new Flushes();
    told = [];
    queue = new AppendQueue(flushes.flush, (appends) => told.push(...appends.map(({ streamId }) => streamId)));
  });

  it('sends appends of one tick in one flush, and later ones in the next flush, in order', async () => {
    const appends = ['a', 'b'].map((stream) => queue.add(append(stream)));
    await ticks();
    appends.push(...['c', 'd', 'a'].map((stream) => queue.add(append(stream))));
    await ticks();
    expect(flushes.started).toEqual([['a', 'b']]);
    flushes.end();
    await ticks();
    expect(flushes.started).toEqual([
      ['a', 'b'],
      ['c', 'd', 'a'],
    ]);
    flushes.end();
    await expect(Promise.all(appends)).resolves.toHaveLength(5);
    expect(told).toEqual(['a', 'b', 'c', 'd', 'a']);
  });

  it('includes the next appends of callers that were just answered', async () => {
    const chain = async (name: string) => {
      await queue.add(append(`${name}1`));
      await queue.add(append(`${name}2`));
    };
    const chains = ['a', 'b', 'c'].map(chain);
    await ticks();
    flushes.end();
    await ticks();
    flushes.end();
    await Promise.all(chains);
    expect(flushes.started).toEqual([
      ['a1', 'b1', 'c1'],
      ['a2', 'b2', 'c2'],
    ]);
  });

  it('limits the size of a flush', async () => {
    const large = 1024 * 1024;
    const appends = ['a', 'b', 'c', 'd', 'e'].map((stream) => queue.add(append(stream, large)));
    for (let n = 0; n < 2; n++) {
      await ticks();
      flushes.end();
    }
    await Promise.all(appends);
    expect(flushes.started.map((flush) => flush.length)).toEqual([4, 1]);
  });

  it('fails the appends of a failed flush, and continues with the next flush', async () => {
    const first = queue.add(append('a'));
    await ticks();
    const second = queue.add(append('b'));
    flushes.end(new StoreUnavailable('away'));
    await expect(first).rejects.toThrow('away');
    await ticks();
    flushes.end();
    await expect(second).resolves.toMatchObject({ kind: APPENDED });
  });

  it('withdraws a waiting append, but not one in flight', async () => {
    const controller = new AbortController();
    const sent = queue.add(append('a'), controller.signal);
    await ticks();
    const waits = queue.add(append('b'), controller.signal);
    controller.abort(new Error('never mind'));
    await expect(waits).rejects.toThrow('never mind');
    flushes.end();
    await expect(sent).resolves.toMatchObject({ kind: APPENDED });
    await ticks();
    expect(flushes.started).toEqual([['a']]);
    await expect(queue.add(append('c'), controller.signal)).rejects.toThrow('never mind');
  });

  it('finishes the running flush when it closes, and accepts no further appends', async () => {
    const sent = queue.add(append('a'));
    await ticks();
    const waits = queue.add(append('b'));
    const closed = queue.close();
    await expect(waits).rejects.toThrow(StoreUnavailable);
    await expect(queue.add(append('c'))).rejects.toThrow(StoreUnavailable);
    flushes.end();
    await closed;
    await expect(sent).resolves.toMatchObject({ kind: APPENDED });
  });
});
