import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { userContext } from '../../eventsourcing/commands/command-context';
import { derivedId, randomIds } from '../../lib/ids';
import type { Job } from '../../eventsourcing/reactors/reactor';
import { projectAggregate, type ProjectEvent } from '../../projects/storyboard';
import { NOW, OWNER } from '../../testing/given-when-then';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { created, imageJobQueued, PROJECT, scene, sceneId, videoJobQueued } from '../../testing/project-fixtures';
import { imageJobs } from '../kinds/image/image-job';
import { GenerationJobRepository } from './generation-job.repository';

const of = { jobId: 'job', sceneId: sceneId(1) };
const started: ProjectEvent = { type: 'ImageJobStarted', data: { ...of, provider: 'replicate' } };
const failed: ProjectEvent = { type: 'ImageJobFailed', data: { ...of, error: 'too dark' } };
const videoFailed: ProjectEvent = { type: 'VideoJobFailed', data: { ...of, error: 'too dark' } };

const jobOf = (payload: Record<string, unknown>): Job => ({
  id: 'row',
  queue: 'images',
  dedupKey: 'job',
  ownerId: OWNER,
  payload,
  attempt: 1,
  maxAttempts: 40,
  correlationId: 'correlation',
  causationId: 'cause',
});
const job = jobOf({ projectId: PROJECT, jobId: 'job' });

async function repositoryOf(...events: ProjectEvent[]) {
  const log = new MemoryEventStore();
  const store = new AggregateStore(log.asStore(), { now: () => new Date(NOW) }, randomIds);
  const all = [created([scene(1)]), ...events];
  await store.execute(projectAggregate, PROJECT, userContext(OWNER), () => all);
  return { jobs: new GenerationJobRepository(store), added: () => log.events.slice(all.length) };
}

describe('a generation job', () => {
  it.each([
    ['queued', [imageJobQueued(1, 'job', ['slot'])], 'queued'],
    ['started', [imageJobQueued(1, 'job', ['slot']), started], 'started'],
  ])('that is %s is wanted', async (_, events, status) => {
    const { jobs } = await repositoryOf(...events);
    expect(await jobs.wanted(job, imageJobs)).toMatchObject({ ...of, kind: 'image', status, holdId: 'hold', usd: 0.1 });
    expect(await jobs.isWanted(job, imageJobs)).toBe(true);
  });

  it.each([
    ['has ended', [imageJobQueued(1, 'job', ['slot']), failed]],
    ['is of another kind', [videoJobQueued(1, 'job')]],
    ['has ended and is of another kind', [videoJobQueued(1, 'job'), videoFailed]],
    ['is not in its project', [imageJobQueued(1, 'other', ['slot'])]],
  ])('that %s is not wanted', async (_, events) => {
    const { jobs } = await repositoryOf(...events);
    expect(await jobs.wanted(job, imageJobs)).toBeNull();
    expect(await jobs.isWanted(job, imageJobs)).toBe(false);
  });

  it('of a deleted project is not wanted', async () => {
    const { jobs } = await repositoryOf();
    const elsewhere = jobOf({ projectId: '99999999-9999-4999-8999-999999999999', jobId: 'job' });
    expect(await jobs.wanted(elsewhere, imageJobs)).toBeNull();
  });

  it('is identified by the payload', async () => {
    const { jobs } = await repositoryOf();
    expect(jobs.idOf(job)).toBe('job');
  });

  it.each([[{}], [{ projectId: PROJECT }], [{ jobId: 'job' }], [{ projectId: PROJECT, jobId: 7 }]])(
    'is not identified by the payload %j',
    async (payload) => {
      const { jobs } = await repositoryOf();
      expect(() => jobs.idOf(jobOf(payload))).toThrow();
      await expect(jobs.wanted(jobOf(payload), imageJobs)).rejects.toThrow();
    },
  );

  it('has events with the worker and the cause, under an id derived from the step', async () => {
    const { jobs, added } = await repositoryOf(imageJobQueued(1, 'job', ['slot']));
    const seen: unknown[] = [];
    await jobs.write(job, { worker: 'run-image-job', step: 'start' }, (state, jobId) => {
      seen.push(jobId, state.jobs.job?.status);
      return [started];
    });
    expect(seen).toEqual(['job', 'queued']);
    const metadata = {
      commandId: derivedId('job', 'start'),
      correlationId: 'correlation',
      causationId: 'cause',
      actor: { kind: 'system', name: 'run-image-job' },
      ownerId: OWNER,
      schemaVersion: 1,
      at: NOW,
    };
    expect(added()).toMatchObject([{ ...started, streamId: `project-${PROJECT}`, metadata }]);
  });
});
