import { FfmpegFailure } from '@storyreel/ffmpeg';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { userContext } from '../../eventsourcing/commands/command-context';
import { derivedId, randomIds } from '../../lib/ids';
import type { Job, JobRequest } from '../../eventsourcing/reactors/reactor';
import type { Recorder, Recordings } from '../../integrations/recording/run-recordings';
import { projectAggregate, type ProjectEvent } from '../../projects/storyboard';
import { NOW, OWNER } from '../../testing/given-when-then';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { created, imageJobQueued, PROJECT, scene, sceneId } from '../../testing/project-fixtures';
import { PaidWork } from '../../money/zaps';
import { GenerationJobRepository } from './generation-job.repository';
import { JobOrchestrator } from './job-orchestrator';
import { GenerationFailed, NoLongerWanted } from './run-generation';

const CALLS = { key: 'calls', hash: 'aa', bytes: 1 };
const of = { jobId: 'job', sceneId: sceneId(1) };
const failed = (error: string) => ({ type: 'ImageJobFailed', data: { ...of, error, calls: [CALLS] } });
const deleted: ProjectEvent = { type: 'ImageJobFailed', data: { ...of, error: 'The scene was deleted.' } };
const going = new AbortController().signal;
const job: Job = {
  id: 'row',
  queue: 'images',
  dedupKey: 'job',
  ownerId: OWNER,
  payload: { projectId: PROJECT, jobId: 'job' },
  attempt: 7,
  maxAttempts: 40,
  correlationId: 'correlation',
  causationId: 'cause',
};
const next: JobRequest = {
  queue: 'start-images',
  dedupKey: 'job',
  ownerId: OWNER,
  payload: {},
  correlationId: 'correlation',
  causationId: 'cause',
};

/** Creates a project with a job, and collects what an attempt at the job reports to the recorder. */
async function stage(...ending: ProjectEvent[]) {
  const log = new MemoryEventStore();
  const store = new AggregateStore(log.asStore(), { now: () => new Date(NOW) }, randomIds);
  const events = [created([scene(1)]), imageJobQueued(1, 'job', ['slot']), ...ending];
  await store.execute(projectAggregate, PROJECT, userContext(OWNER), () => events);
  const told: string[] = [];
  const recorder: Recorder = {
    provider: (provider) => provider,
    texts: (provider) => provider,
    accepted: () => Promise.resolve([]),
    ended: () => {
      told.push('ended');
      return Promise.resolve([CALLS]);
    },
    interrupted: async () => void told.push('interrupted'),
  };
  const recordings = {
    begin: ({ runId, ownerId, attempt }: Parameters<Recordings['begin']>[0]) => {
      told.push(`attempt ${attempt} of ${runId} for ${ownerId}`);
      return recorder;
    },
  };
  const stored = { hashesOf: () => Promise.resolve({}) };
  const manager = new JobOrchestrator(new GenerationJobRepository(store), new PaidWork(store), recordings, stored);
  const attempt = (work: (given: Recorder) => Promise<JobRequest[]>, signal = going, number = job.attempt) =>
    manager.attempt('run-image-job', { ...job, attempt: number }, signal, work);
  return { manager, recorder, told, attempt, added: () => log.events.slice(events.length) };
}

const BEGUN = `attempt 7 of job for ${OWNER}`;
const eventsOf = (added: { type: string; data: unknown }[]) => added.map(({ type, data }) => ({ type, data }));

describe('an attempt', () => {
  it('returns the follow-up jobs, and leaves the end of its recording to the work', async () => {
    const { attempt, recorder, told, added } = await stage();
    const given: Recorder[] = [];
    const work = async (own: Recorder) => {
      given.push(own);
      return [next];
    };
    await expect(attempt(work)).resolves.toEqual([next]);
    expect(given).toEqual([recorder]);
    expect([told, added()]).toEqual([[BEGUN], []]);
  });

  it('that fails permanently ends its job, under the name of its worker', async () => {
    const { attempt, told, added } = await stage();
    await expect(attempt(() => Promise.reject(new GenerationFailed('Too dark')))).resolves.toEqual([]);
    expect(told).toEqual([BEGUN, 'ended']);
    expect(eventsOf(added())).toEqual([failed('Too dark')]);
    expect(added()[0]?.metadata).toEqual({
      commandId: derivedId('job', 'fail'),
      correlationId: 'correlation',
      causationId: 'cause',
      actor: { kind: 'system', name: 'run-image-job' },
      ownerId: OWNER,
      schemaVersion: 1,
      at: NOW,
    });
  });

  it('of a job that is no longer wanted is no failure', async () => {
    const { attempt, told, added } = await stage();
    await expect(attempt(() => Promise.reject(new NoLongerWanted()))).resolves.toEqual([]);
    expect([told, added()]).toEqual([[BEGUN], []]);
  });

  it.each([
    ['is interrupted by a temporary error', going, [BEGUN, 'interrupted']],
    ['is not interrupted when it was handed back', AbortSignal.abort(), [BEGUN]],
  ])('%s, and is retried', async (_, signal, expected) => {
    const { attempt, told, added } = await stage();
    const away = new Error('The provider is away.');
    await expect(attempt(() => Promise.reject(away), signal)).rejects.toBe(away);
    expect([told, added()]).toEqual([expected, []]);
  });

  const full = Object.assign(new Error('write /data/films/x'), { code: 'ENOSPC' });
  const killed = new FfmpegFailure('SIGKILL', 'half a frame at /data/films/x', 'SIGKILL');
  const film = (cause: Error) => new GenerationFailed('Scene 1 was not rendered.', { cause });

  it.each([
    ['of a full disk', 11, full],
    ['of a full disk behind a film', 11, film(full)],
    ['of a killed child', 4, film(killed)],
  ])('that fails because %s is retried for the %ith time', async (_, attempt, error) => {
    const { attempt: run, told, added } = await stage();
    await expect(run(() => Promise.reject(error), going, attempt)).rejects.toBe(error);
    expect([told.at(-1), added()]).toEqual(['interrupted', []]);
  });

  it.each([
    ['of a full disk', 12, full, /^The server has no space left to make this\. Nothing was charged\./],
    ['of a killed child', 5, film(killed), /^The server had to end this before it was done/],
  ])('that fails because %s for the %ith time ends its job with a reason', async (_, attempt, error, reason) => {
    const { attempt: run, added } = await stage();
    await expect(run(() => Promise.reject(error), going, attempt)).resolves.toEqual([]);
    expect(eventsOf(added())).toEqual([failed(expect.stringMatching(reason) as string)]);
    expect(JSON.stringify(eventsOf(added()))).not.toMatch(/SIGKILL|\/data|ENOSPC/);
  });

  it('that fails permanently ends its job even while the node stops', async () => {
    const { attempt, added } = await stage();
    const work = () => Promise.reject(new GenerationFailed('Too dark'));
    await expect(attempt(work, AbortSignal.abort())).resolves.toEqual([]);
    expect(eventsOf(added())).toEqual([failed('Too dark')]);
  });
});

describe('a job whose attempts are used up', () => {
  it('fails with the provider calls of its last attempt', async () => {
    const { manager, told, added } = await stage();
    await manager.fail('run-image-job', job, 'Please try again.');
    expect(told).toEqual([BEGUN, 'ended']);
    expect(eventsOf(added())).toEqual([failed('Please try again.')]);
  });

  it('does not end again when it has ended on another node', async () => {
    const { manager, added } = await stage(deleted);
    await manager.fail('run-image-job', job, 'Please try again.');
    expect(added()).toEqual([]);
  });

  it('ends once, however often it is given up', async () => {
    const { manager, added } = await stage();
    await manager.fail('run-image-job', job, 'First.');
    await manager.fail('run-image-job', job, 'Second.');
    expect(eventsOf(added())).toEqual([failed('First.')]);
  });
});
