import { OWNER } from '../../../testing/given-when-then';
import { sceneId } from '../../../testing/project-fixtures';
import { recorded } from '../../../testing/view-spec';
import { forgetStartImageReactor } from './start-image-jobs';

describe('a clip that has ended', () => {
  it.each(['VideoJobCompleted', 'VideoJobFailed'])('by %s no longer needs its start image', (type) => {
    const event = recorded({ type, data: { jobId: 'job', sceneId: sceneId(1) } }, 1);
    expect(forgetStartImageReactor.types).toContain(type);
    expect(forgetStartImageReactor.react(event)).toMatchObject([
      { queue: 'forget-start-image', dedupKey: 'job', ownerId: OWNER, payload: { jobId: 'job' } },
    ]);
  });
});
