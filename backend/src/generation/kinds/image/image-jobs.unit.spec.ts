import { userContext } from '../../../eventsourcing/commands/command-context';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { projectAggregate, type ProjectEvent, type ProjectState } from '../../../projects/storyboard';
import { given, OWNER, stateOf, testEnvironment } from '../../../testing/given-when-then';
import { created, image, imageJobQueued, PROJECT, scene, sceneId } from '../../../testing/project-fixtures';
import { foldTwice, recorded } from '../../../testing/view-spec';
import { CleanupDeadImages, cleanupResult, decideCleanup, decideQueueImageJob, QueueImageJob } from './image-job';
import { imageJobView } from './image-job.view';

const context = userContext(OWNER, { commandId: 'command' });
const id = sceneId(1);
const request = {
  jobId: 'job',
  prompt: 'a lighthouse',
  model: 'v6.1',
  bulk: false,
  requestHash: 'hash',
  holdId: 'hold',
  units: 40_000,
  usd: 0.1,
  priceVersion: 'v',
};
const queue =
  (changes: Partial<typeof request> = {}) =>
  (state: ProjectState, env: Environment) =>
    decideQueueImageJob(new QueueImageJob(PROJECT, { ...request, ...changes, sceneId: id }, context), state, env);
const slots = ['s1', 's2', 's3', 's4'];
const queued = [created([scene(1)]), imageJobQueued(1, 'job', slots)];
const started: ProjectEvent = { type: 'ImageJobStarted', data: { jobId: 'job', sceneId: id, provider: 'sandbox' } };
const accepted: ProjectEvent = { type: 'ImageJobAccepted', data: { jobId: 'job', sceneId: id, predictionId: 'p' } };
const images = slots.map((slotId) => ({ slotId, url: `/api/media/${slotId}` }));
const completed: ProjectEvent = { type: 'ImageJobCompleted', data: { jobId: 'job', sceneId: id, images, usd: 0 } };
const failed: ProjectEvent = { type: 'ImageJobFailed', data: { jobId: 'job', sceneId: id, error: 'too dark' } };

describe('a scene without a running generation', () => {
  it('is queued with four slots that are processing [IMGJOB-01, IMGJOB-10]', () => {
    given(projectAggregate, [created([scene(1)])])
      .when(queue())
      .thenState((state) => {
        expect(state.scenes[id]?.images.map((slot) => slot.status)).toEqual(Array(4).fill('processing'));
        expect(state.scenes[id]?.imageStatus).toBe('processing');
        expect(state.jobs.job).toMatchObject({ status: 'queued', holdId: 'hold' });
      });
  });

  it('accepts a generation up to twelve images, and refuses one beyond that [SLOT-20]', () => {
    const holding = (n: number) => [
      created([scene(1, { images: Array.from({ length: n }, (_, i) => image(`i${i}`)) })]),
    ];
    given(projectAggregate, holding(8))
      .when(queue())
      .thenState((state) => {
        expect(state.scenes[id]?.images).toHaveLength(12);
      });
    given(projectAggregate, holding(9)).when(queue()).refused('limit_reached');
  });
});

describe('clearing dead images', () => {
  const cleanup = new CleanupDeadImages(PROJECT, { sceneId: id }, context);

  it('does nothing when every slot is complete', () => {
    given(projectAggregate, [...queued, completed])
      .when((s, e) => decideCleanup(cleanup, s, e))
      .then([]);
  });

  it('removes failed slots, keeps complete ones, and returns the counts [IMGJOB-35, IMGJOB-37]', () => {
    const past = [created([scene(1, { images: [image('kept')] })]), imageJobQueued(1, 'job', slots), failed];
    const events = decideCleanup(cleanup, stateOf(projectAggregate, past), testEnvironment());
    const state = stateOf(projectAggregate, [...past, ...events], () => cleanup.context.commandId);
    expect(cleanupResult(cleanup, state)).toEqual({ removedCount: 4, remainingCount: 1 });
    expect(state.scenes[id]?.imageStatus).toBe('complete');
  });

  it('cancels a running job, and leaves the scene idle [IMGJOB-35]', () => {
    given(projectAggregate, [...queued, started])
      .when((s, e) => decideCleanup(cleanup, s, e))
      .thenState((state) => {
        expect(state.jobs.job?.status).toBe('failed');
        expect(state.scenes[id]).toMatchObject({ images: [], imageStatus: 'idle' });
      });
  });
});

describe('the view of image jobs', () => {
  const rowAfter = (...events: ProjectEvent[]) =>
    foldTwice(
      imageJobView,
      [...queued, ...events].map((event, index) => recorded(event, index)),
    ).get('job');

  it('has the target slots of a job’s images, and then their addresses', () => {
    expect(rowAfter()).toMatchObject({ status: 'queued', sceneId: id, projectId: PROJECT, startedAt: null });
    expect(rowAfter(started, accepted, completed)).toMatchObject({
      status: 'completed',
      imageUrls: images.map(({ url }) => url),
    });
  });
});
