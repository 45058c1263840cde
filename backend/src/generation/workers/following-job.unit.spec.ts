import type { Job } from '../../platform/processes/process';
import { followingJob } from './following-job';

describe('a job that follows another', () => {
  it('goes on with its payload and its cause, under a key of its own', () => {
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
