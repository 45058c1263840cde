import type { Snapshot } from './snapshot';
import { SnapshotWriter } from './postgres-snapshots';

const snapshot = (revision: bigint): Snapshot => ({ state: {}, revision, eventId: 'id' });

describe('writing snapshots', () => {
  const written: string[] = [];
  const errors: string[] = [];
  let finish: (() => void)[] = [];
  const writer = () =>
    new SnapshotWriter(
      async (streamId, _fold, { revision }) => {
        written.push(`${streamId}@${revision}`);
        await new Promise<void>((resolve) => finish.push(resolve));
        if (streamId === 'broken') throw new Error('no');
        return 10;
      },
      { error: (_, message) => void errors.push(message) },
    );
  const turn = () => new Promise((resolve) => setImmediate(resolve));
  const next = async () => {
    await turn();
    finish.shift()?.();
    await turn();
  };
  const onSaved = () => undefined;
  beforeEach(() => {
    written.length = 0;
    errors.length = 0;
    finish = [];
  });

  it('happens one at a time, with only the newest waiting snapshot of each stream', async () => {
    const writing = writer();
    writing.save('a', { fold: 'f', snapshot: snapshot(1n), onSaved });
    await turn();
    for (const revision of [2n, 3n]) writing.save('a', { fold: 'f', snapshot: snapshot(revision), onSaved });
    writing.save('b', { fold: 'f', snapshot: snapshot(1n), onSaved });
    await turn();
    expect(written).toEqual(['a@1']);
    for (let i = 0; i < 3; i++) await next();
    await writing.idle();
    expect(written).toEqual(['a@1', 'a@3', 'b@1']);
  });

  it('reports sizes and failures, and continues', async () => {
    const sizes: number[] = [];
    const writing = writer();
    writing.save('broken', { fold: 'f', snapshot: snapshot(1n), onSaved: (bytes) => sizes.push(bytes) });
    writing.save('b', { fold: 'f', snapshot: snapshot(1n), onSaved: (bytes) => sizes.push(bytes) });
    for (let i = 0; i < 2; i++) await next();
    await writing.idle();
    expect(errors).toEqual(['broken: its snapshot was not saved; the next one will be.']);
    expect(sizes).toEqual([10]);
  });

  it('queues a bounded number, and none after it is closed', async () => {
    const writing = writer();
    const taken = Array.from({ length: 60 }, (_, i) =>
      writing.save(`s${i}`, { fold: 'f', snapshot: snapshot(1n), onSaved }),
    );
    expect(taken.filter(Boolean)).toHaveLength(50);
    await turn();
    const closed = writing.close();
    expect(writing.save('late', { fold: 'f', snapshot: snapshot(1n), onSaved })).toBe(false);
    await next();
    await closed;
    expect(written).toEqual(['s0@1']);
  });
});
