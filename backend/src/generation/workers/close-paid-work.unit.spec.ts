import { OWNER } from '../../testing/given-when-then';
import { PROJECT, sceneId } from '../../testing/project-fixtures';
import { recorded } from '../../testing/view-spec';
import { closePaidWorkProcess } from './close-paid-work.process';

describe('a job that has ended', () => {
  it.each(['ImageJobCompleted', 'ImageJobFailed', 'VideoJobCompleted', 'VideoJobFailed'])(
    'by %s is closed once',
    (type) => {
      const event = recorded({ type, data: { jobId: 'job', sceneId: sceneId(1) } }, 1);
      expect(closePaidWorkProcess.types).toContain(type);
      expect(closePaidWorkProcess.react(event)).toMatchObject([
        { queue: 'close-paid-work', dedupKey: 'job', ownerId: OWNER, payload: { projectId: PROJECT, jobId: 'job' } },
      ]);
    },
  );
});
