import { tmpdir } from 'node:os';
import { createSandbox } from './sandbox';
import { WorkerPool } from './worker/worker-pool';

describe('the sandbox', () => {
  it('splits a long story into sentences in a thread, and a short one at once', async () => {
    const sandbox = createSandbox(tmpdir());
    const asked = jest.spyOn(WorkerPool.prototype, 'run');
    const sentence = 'Mara climbed the lighthouse stairs at dawn.';
    expect((await sandbox.sentences(sentence)).map(({ text }) => text)).toEqual([sentence]);
    expect(asked).not.toHaveBeenCalled();
    const found = await sandbox.sentences(`${sentence} `.repeat(1_000));
    expect(asked).toHaveBeenCalledTimes(1);
    expect(new Set(found.map(({ text }) => text))).toEqual(new Set([sentence]));
    await sandbox.close();
  });
});
