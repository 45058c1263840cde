import { OWNER } from '../../testing/given-when-then';
import { PROJECT, sceneId } from '../../testing/project-fixtures';
import { recorded } from '../../testing/view-spec';
import { kinds } from '../kinds';
import { closePaidWorkProcess } from './close-paid-work.process';

const process = closePaidWorkProcess(kinds.map(({ kind }) => kind));

describe('a job that has ended', () => {
  it.each(['ImageJobCompleted', 'ImageJobFailed', 'VideoJobCompleted', 'VideoJobFailed'])(
    'by %s is closed once',
    (type) => {
      const event = recorded({ type, data: { jobId: 'job', sceneId: sceneId(1) } }, 1);
      expect(process.types).toContain(type);
      expect(process.react(event)).toMatchObject([
        { queue: 'close-paid-work', dedupKey: 'job', ownerId: OWNER, payload: { projectId: PROJECT, jobId: 'job' } },
      ]);
    },
  );
});
