import type { Job } from '../../eventsourcing/reactors/reactor';
import { OWNER } from '../../testing/given-when-then';
import { imageJobQueued, PROJECT, sceneId, videoJobQueued } from '../../testing/project-fixtures';
import { recorded } from '../../testing/view-spec';
import { imageJobs } from '../kinds/image/image-job';
import { followingJob, queueJobReactor } from './job-queue';

const process = queueJobReactor(imageJobs, ({ bulk }) => (bulk ? 'many-images' : 'images'));

describe('a generation that was queued', () => {
  it('becomes a job of the requested queue', () => {
    expect([process.name, process.types]).toEqual(['queue-image-job', ['ImageJobQueued']]);
    const event = recorded(imageJobQueued(1, 'job', ['slot']), 7);
    expect(process.react(event)).toEqual([
      {
        queue: 'images',
        dedupKey: 'job',
        ownerId: OWNER,
        payload: { projectId: PROJECT, jobId: 'job' },
        correlationId: 'correlation',
        causationId: '00000000-0000-4000-8000-000000000007',
      },
    ]);
    const bulk = { ...event, data: { ...imageJobQueued(1, 'job', ['slot']).data, bulk: true } };
    expect(process.react(bulk)).toMatchObject([{ queue: 'many-images' }]);
  });

  it.each([
    videoJobQueued(1, 'job'),
    { type: 'ImageJobStarted', data: { jobId: 'job', sceneId: sceneId(1), provider: 'sandbox' } },
  ])('is not created by any other event', (event) => {
    expect(process.react(recorded(event, 1))).toEqual([]);
  });
});

describe('a job that follows another', () => {
  it('continues with the earlier job’s payload and cause, under its own key', () => {
    const job: Job = {
      id: 'row',
      queue: 'videos',
      dedupKey: 'job',
      ownerId: 'owner',
      payload: { projectId: 'project', jobId: 'job' },
      attempt: 3,
      maxAttempts: 40,
      correlationId: 'correlation',
      causationId: 'cause',
    };
    expect(followingJob(job, 'start-images', 'job:fetched')).toEqual({
      queue: 'start-images',
      dedupKey: 'job:fetched',
      ownerId: 'owner',
      payload: { projectId: 'project', jobId: 'job' },
      correlationId: 'correlation',
      causationId: 'cause',
    });
  });
});
