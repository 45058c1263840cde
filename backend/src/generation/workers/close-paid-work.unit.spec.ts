import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { userContext } from '../../eventsourcing/commands/command-context';
import { randomIds } from '../../lib/ids';
import type { Job } from '../../eventsourcing/reactors/reactor';
import { projectAggregate, type ProjectEvent } from '../../projects/storyboard';
import { NOW, OWNER } from '../../testing/given-when-then';
import { purpose } from '../../testing/ledger/wallet-steps';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { created, imageJobQueued, PROJECT, scene, sceneId } from '../../testing/project-fixtures';
import { recorded } from '../../testing/view-spec';
import { decideGrant, PaidWork, walletAggregate } from '../../money/zaps';
import { kinds } from '../kinds';
import { ClosePaidWork, closePaidWorkReactor } from './close-paid-work';

const process = closePaidWorkReactor(kinds.map(({ kind }) => kind));
const of = { jobId: 'job', sceneId: sceneId(1) };

describe('a job that has ended', () => {
  it.each([
    ['ImageJobCompleted', { usd: 0.07 }],
    ['ImageJobCompleted', { usd: 0.07, units: 30_000 }],
    ['ImageJobFailed', {}],
    ['VideoJobCompleted', { usd: 0 }],
    ['VideoJobFailed', {}],
  ])('by %s has its hold closed once', (type, usd) => {
    const event = recorded({ type, data: { ...of, ...usd } }, 1);
    expect(process.types).toContain(type);
    expect(process.react(event)).toEqual([
      {
        queue: 'close-paid-work',
        dedupKey: 'job',
        ownerId: OWNER,
        payload: { projectId: PROJECT, jobId: 'job', ...usd },
        correlationId: 'correlation',
        causationId: '00000000-0000-4000-8000-000000000001',
      },
    ]);
  });

  it('is not identified by other events', () => {
    expect(process.react(recorded({ type: 'SceneDeleted', data: { sceneId: sceneId(1) } }, 1))).toEqual([]);
  });
});

const owned = userContext(OWNER);
const completed: ProjectEvent = { type: 'ImageJobCompleted', data: { ...of, usd: 0.07, images: [] } };
const failed: ProjectEvent = { type: 'ImageJobFailed', data: { ...of, error: 'It is too dark.' } };

/** Creates a project with one job and a hold for it. */
async function projectWith(ending: ProjectEvent[], { batchId }: { batchId?: string } = {}) {
  const log = new MemoryEventStore();
  const store = new AggregateStore(log.asStore(), { now: () => new Date(NOW) }, randomIds);
  const paidWork = new PaidWork(store);
  const queued = imageJobQueued(1, 'job', ['slot']);
  const first = { ...queued, data: { ...queued.data, ...(batchId === undefined ? {} : { batchId }) } } as ProjectEvent;
  await store.execute(projectAggregate, PROJECT, owned, () => [created([scene(1)]), first, ...ending]);
  await store.execute(walletAggregate, OWNER, owned, decideGrant);
  const price = { units: 40_000, usd: 0.1, version: 'v' };
  const deadline = '2999-01-01T00:00:00.000Z';
  await paidWork.reserve({ userId: OWNER, holdId: 'hold', price, purpose, deadline, bulk: false });
  const before = log.events.length;
  return { worker: new ClosePaidWork(store, paidWork), paidWork, added: () => log.events.slice(before) };
}

const jobOf = (payload: Record<string, unknown>): Job => ({
  id: 'row',
  queue: 'close-paid-work',
  dedupKey: 'job',
  ownerId: OWNER,
  payload,
  attempt: 1,
  maxAttempts: 200,
  correlationId: 'correlation',
  causationId: 'cause',
});
const job = (more: object = {}): Job => jobOf({ projectId: PROJECT, jobId: 'job', ...more });
const metadata = {
  correlationId: 'correlation',
  causationId: 'cause',
  actor: { kind: 'system', name: 'paid-work' },
  ownerId: OWNER,
};

describe('zaps that are held for a job', () => {
  it.each([
    [{ usd: 0.07 }, 0.07, 96],
    [{ usd: 0 }, 0, 96],
    [{}, 0.1, 96],
    // Only three of the four requested images were usable.
    [{ usd: 0.1, units: 30_000 }, 0.1, 97],
  ])(
    'that was completed are settled; with the cost %j, it is booked at %p dollars and leaves %d zaps',
    async (told, usd, left) => {
      const { worker, added, paidWork } = await projectWith([completed]);
      await expect(worker.run(job(told))).resolves.toEqual([]);
      const data = { holdId: 'hold', units: 40_000, priceVersion: 'v', purpose, ...told, usd };
      expect(added()).toMatchObject([{ streamId: `wallet-${OWNER}`, type: 'ZapsSettled', data, metadata }]);
      expect(await paidWork.available(OWNER)).toBe(left);
    },
  );

  it('that has failed are released, with the reason', async () => {
    const { worker, added, paidWork } = await projectWith([failed]);
    await expect(worker.run(job())).resolves.toEqual([]);
    const data = { holdId: 'hold', units: 40_000, reason: 'It is too dark.', purpose };
    expect(added()).toMatchObject([{ streamId: `wallet-${OWNER}`, type: 'ZapsReleased', data, metadata }]);
    expect(await paidWork.available(OWNER)).toBe(100);
  });

  it('that is still running stay held', async () => {
    const { worker, added } = await projectWith([]);
    await expect(worker.run(job({ usd: 0.07 }))).resolves.toEqual([]);
    expect(added()).toEqual([]);
  });

  it.each([
    ['completed', [completed, failed], 'ZapsSettled'],
    ['failed', [failed, completed], 'ZapsReleased'],
  ])('that has first %s follow its first outcome, once', async (_, ending, type) => {
    const { worker, added } = await projectWith(ending);
    await worker.run(job({ usd: 0.07 }));
    await worker.run(job({ usd: 0.07 }));
    expect(added().map((event) => event.type)).toEqual([type]);
  });

  it.each([
    ['completed', completed],
    ['failed', failed],
  ])('of a batch that has %s are reported to it once they are settled or released', async (_, ending) => {
    const { worker, added } = await projectWith([ending], { batchId: 'batch' });
    const told = await worker.run(job());
    expect(added()).toHaveLength(1);
    expect(told).toEqual([
      {
        queue: 'batch-job-ended',
        dedupKey: 'job',
        ownerId: OWNER,
        payload: { batchId: 'batch', projectId: PROJECT, jobId: 'job' },
        correlationId: 'correlation',
        causationId: 'cause',
      },
    ]);
  });

  it('that its project does not have stay held until an alarm', async () => {
    const { worker, added } = await projectWith([completed]);
    const unknown = worker.run(job({ jobId: 'other' }));
    await expect(unknown).rejects.toThrow('The job other has ended, but its project does not know it');
    expect(added()).toEqual([]);
  });

  it.each([[{ jobId: 'job' }], [{ projectId: PROJECT }], [{ projectId: PROJECT, jobId: 'job', usd: '7' }]])(
    'stay held for the payload %j',
    async (payload) => {
      const { worker, added } = await projectWith([completed]);
      await expect(worker.run(jobOf(payload))).rejects.toMatchObject({ name: 'ZodError' });
      expect(added()).toEqual([]);
    },
  );
});
