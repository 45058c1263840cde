import { NodeDied } from '../../../platform/processes/node-died';
import type { Job } from '../../../platform/processes/process';
import type { JobOrchestrator } from '../../workers/generation-process-manager';
import { RunFilmJob } from './run-film-job';

describe('the job of a film that is given up', () => {
  it.each([
    ['tells its creator to try again', new Error('no luck'), "Couldn't make the film. Please try again."],
    [
      'tells its creator what takes less memory, when its nodes have died',
      new NodeDied(3),
      'The server broke down 3 times while it worked on this. It may not have the memory for this film: make it as a ' +
        'draft or in 720p, or ask whoever runs this server for more.',
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
