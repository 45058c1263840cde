import { throttleProgress } from './film-progress';

describe('the progress of a film', () => {
  it('is told in steps of a twentieth, in order, whatever is heard', async () => {
    const told: string[] = [];
    const progress = throttleProgress(async (share, step) => {
      await Promise.resolve();
      told.push(`${share} ${step}`);
    });
    for (let n = 0; n <= 1_000; n++) progress.hear(n / 1_000, n < 500 ? 'Scenes' : 'Sound');
    await progress.settled();
    expect(told).toHaveLength(20);
    expect([told[0], told[19]]).toEqual(['0.05 Scenes', '1 Sound']);
  });

  it('never goes back, and goes on past a step that is not stored', async () => {
    const told: number[] = [];
    const progress = throttleProgress((share) => {
      if (share === 0.1) return Promise.reject(new Error('the log is away'));
      told.push(share);
      return Promise.resolve();
    });
    for (const share of [0.1, 0.05, 0.5, 0.2]) progress.hear(share, '');
    await progress.settled();
    expect(told).toEqual([0.5]);
  });
});
