import { NodeDied } from '../../../eventsourcing/reactors/job-table';
import type { Job } from '../../../eventsourcing/reactors/reactor';
import type { JobOrchestrator } from '../../workers/job-orchestrator';
import { RunFilmJob, throttleProgress } from './run-film-job';

describe('the progress of a film', () => {
  it('is recorded in steps of a twentieth, in order, whatever the renderer reports', async () => {
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

  it('never decreases, and continues after a step that could not be stored', async () => {
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

describe('the job of a film that is given up', () => {
  it.each([
    ['tells the creator to try again', new Error('no luck'), "Couldn't make the film. Please try again."],
    [
      'tells the creator how to save memory when its nodes have died',
      new NodeDied(3),
      'The server broke down 3 times while it worked on this. It may not have the memory for this film: make it as a ' +
        'draft or in 720p, or ask the operator of this server for more.',
    ],
  ])('%s', async (_what, error, reason) => {
    const told: string[] = [];
    const fail: JobOrchestrator['fail'] = async (_worker, _job, message) => void told.push(message);
    const worker = new RunFilmJob({ fail } as JobOrchestrator, { make: () => Promise.reject(error) });
    await worker.exhausted({ dedupKey: 'a' } as Job, error);
    expect(told).toEqual([reason]);
    expect(worker.endangersNode).toBe(true);
  });
});
