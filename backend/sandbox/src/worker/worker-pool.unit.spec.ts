import { WorkerPool } from './worker-pool';

const wish = (variant: number) => ({ prompt: 'a hill at dawn', seed: '1', variant, width: 96, height: 170 });

describe('the worker pool', () => {
  let pool: WorkerPool;
  beforeAll(() => (pool = new WorkerPool(2)));
  afterAll(() => pool.close());

  it('answers many tasks, each with its own result', async () => {
    const stories = ['One day Mara ran.', 'At night it rained.', 'The end came.'];
    const answers = await Promise.all(stories.map((story) => pool.run('splitStory', { story })));
    expect(answers.map(([scene]) => scene?.text)).toEqual(stories);
  });

  it('draws in a thread, without blocking the event loop', async () => {
    let ticks = 0;
    let drawing = true;
    const drawn = Promise.all([0, 1, 2, 3].map((variant) => pool.run('renderPicture', wish(variant)))).finally(
      () => (drawing = false),
    );
    while (drawing) {
      ticks++;
      await new Promise((resolve) => setImmediate(resolve));
    }
    const pictures = await drawn;
    expect(new Set(pictures.map((bytes) => Buffer.from(bytes).toString('base64'))).size).toBe(4);
    expect(ticks).toBeGreaterThan(20);
  });

  it("passes a task's error on and continues", async () => {
    await expect(
      pool.run('recodePicture', { bytes: Buffer.from('no picture'), width: 9, height: 16 }),
    ).rejects.toThrow();
    expect(await pool.run('splitStory', { story: 'Still here.' })).toHaveLength(1);
  });

  it('rejects an aborted task with the reason, queued or running, and replaces its thread', async () => {
    const abort = new AbortController();
    const tasks = [0, 1, 2, 3].map((variant) =>
      pool.run('renderPicture', { ...wish(variant), width: 768, height: 1365 }, abort.signal),
    );
    const outcomes = Promise.allSettled(tasks);
    abort.abort(new Error('not wanted any more'));
    expect(
      (await outcomes).map((outcome) => outcome.status === 'rejected' && (outcome.reason as Error).message),
    ).toEqual(Array(4).fill('not wanted any more'));
    expect(await pool.run('splitStory', { story: 'Back again.' })).toHaveLength(1);
  });

  it('starts nothing for a signal that is aborted already', async () => {
    await expect(pool.run('splitStory', { story: 'x' }, AbortSignal.abort())).rejects.toThrow('aborted');
  });

  it('accepts nothing after it was closed', async () => {
    const closed = new WorkerPool(1);
    await closed.close();
    await expect(closed.run('splitStory', { story: 'x' })).rejects.toThrow('closed');
  });
});
