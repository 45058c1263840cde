import { type JobEvent, projectAggregate, type ProjectEvent } from '../../projects/storyboard';
import { given, OWNER, testEnvironment } from '../../testing/given-when-then';
import { created, imageJobQueued, scene, sceneId } from '../../testing/project-fixtures';
import { checkMayRerun, decideQueueRerun } from './rerun';

const id = sceneId(1);
const price = { holdId: 'hold', units: 40_000, usd: 0.1, priceVersion: 'v' };
const trial = (jobId: string, n = 1): JobEvent<'Queued'> => ({
  type: 'ImageTrialJobQueued',
  data: { ...price, jobId, sceneId: sceneId(n), requestHash: 'hash', parentRunId: 'parent' },
});
const failed = (jobId: string): ProjectEvent => ({
  type: 'ImageTrialJobFailed',
  data: { jobId, sceneId: id, error: 'no' },
});
const scenes = created([scene(1), scene(2)]);
const request = (jobId: string) => ({
  jobId,
  requestHash: 'hash',
  sceneId: id,
  parentRunId: 'parent',
  sceneOwnerId: OWNER,
});
/** A developer who owns neither the project nor the scene. */
const developer = testEnvironment({ ownerId: 'developer' });
const ask = (past: ProjectEvent[], data = request('new')) =>
  given(projectAggregate, past).when((state, env) => decideQueueRerun(data, state, env, () => trial('new')), developer);

describe('a rerun', () => {
  it('becomes a job outside its scene, for anybody who has permission', () => {
    ask([scenes]).then([trial('new')]);
  });

  it('is limited to three running at once in a scene', () => {
    const two = [scenes, trial('a'), trial('b')];
    ask(two).then([trial('new')]);
    ask([...two, trial('c')]).refused('already_in_progress');
    ask([...two, trial('c'), failed('a')]).then([trial('new')]);
    ask([...two, trial('c', 2)]).then([trial('new')]);
    // The scene's own generation does not count as a rerun.
    ask([...two, imageJobQueued(1, 'own', ['s1'])]).then([trial('new')]);
  });

  it('is not found in a deleted scene, or one of another owner', () => {
    ask([scenes, { type: 'SceneDeleted', data: { sceneId: id } }]).refused('not_found');
    ask([scenes], { ...request('new'), sceneOwnerId: 'somebody-else' }).refused('not_found');
    expect(() => checkMayRerun(given(projectAggregate, [scenes]).state, id, OWNER)).not.toThrow();
  });
});
