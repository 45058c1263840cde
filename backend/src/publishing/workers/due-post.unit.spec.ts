import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { userContext } from '../../eventsourcing/commands/command-context';
import { randomIds } from '../../lib/ids';
import type { Job } from '../../eventsourcing/reactors/reactor';
import { NOW, OWNER } from '../../testing/given-when-then';
import { MemoryEventStore } from '../../testing/memory-event-store';
import { recorded } from '../../testing/view-spec';
import { postAggregate } from '../domain/post';
import type { PostCreated, PostEvent } from '../domain/post';
import { DuePost, planPostReactor } from './due-post';
import { publishPostReactor } from './publish-post';

const POST = '33333333-3333-4333-8333-333333333333';
const PLAN = '2026-03-01T13:00:00.000Z';
const created = (scheduledAt: string | null): PostCreated => ({
  type: 'PostCreated',
  data: {
    ...{ platform: 'youtube', socialAccountId: 'account', title: 'T', content: 'C', hashtags: [], mentions: [] },
    ...{ visibility: 'public', projectId: null, sceneId: null, selectedProjectVideo: null, mediaUrls: [], scheduledAt },
  },
});
const job = (payload: object = {}): Job => ({
  id: 'job',
  queue: 'due-post',
  dedupKey: 'cause',
  ownerId: OWNER,
  payload: { postId: POST, scheduledAt: PLAN, ...payload },
  attempt: 1,
  maxAttempts: 200,
  correlationId: 'correlation',
  causationId: 'cause',
});

async function at(now: string, past: PostEvent[]) {
  const log = new MemoryEventStore();
  const clock = { now: () => new Date(now) };
  const store = new AggregateStore(log.asStore(), clock, randomIds);
  await store.execute(postAggregate, POST, userContext(OWNER), () => past);
  const worker = new DuePost(store, clock);
  return {
    run: (payload?: object) => worker.run(job(payload)),
    appended: () => log.events.slice(past.length),
    worker,
  };
}

describe('a due job', () => {
  it('publishes the post of its schedule', async () => {
    const on = await at(PLAN, [created(PLAN)]);
    await expect(on.run()).resolves.toEqual([]);
    const [event, ...others] = on.appended();
    expect(others).toEqual([]);
    expect(event).toMatchObject({ type: 'PostPublishRequested', data: { dueAt: PLAN, by: 'schedule' } });
    expect(event?.metadata).toMatchObject({
      actor: { kind: 'system', name: 'due-post' },
      ownerId: OWNER,
      correlationId: 'correlation',
      causationId: 'cause',
    });
    await expect(on.run()).resolves.toEqual([]);
    expect(on.appended()).toHaveLength(1);
  });

  it('is repeated later when the database’s clock is ahead of ours', async () => {
    const on = await at('2026-03-01T12:59:58.500Z', [created(PLAN)]);
    const again = (early: number) => ({
      queue: 'due-post',
      dedupKey: `cause:${early}`,
      ownerId: OWNER,
      payload: { postId: POST, scheduledAt: PLAN, early },
      delayMs: 1_500,
      correlationId: 'correlation',
      causationId: 'cause',
    });
    await expect(on.run()).resolves.toEqual([again(1)]);
    await expect(on.run({ early: 4 })).resolves.toEqual([again(5)]);
    expect(on.appended()).toEqual([]);
  });

  it.each<[string, PostEvent[]]>([
    ['was moved', [created(PLAN), { type: 'PostRescheduled', data: { scheduledAt: '2026-03-03T13:00:00.000Z' } }]],
    ['was unscheduled', [created(PLAN), { type: 'PostScheduleCancelled', data: {} }]],
    ['was deleted', [created(PLAN), { type: 'PostDeleted', data: {} }]],
    ['has no schedule', [created(null)]],
  ])('does nothing when the post %s', async (_, past) => {
    const on = await at('2026-03-01T12:59:00.000Z', past);
    await expect(on.run()).resolves.toEqual([]);
    expect(on.appended()).toEqual([]);
  });

  it('is retried for hours, eight at once', async () => {
    const { worker } = await at(PLAN, [created(PLAN)]);
    expect(worker).toMatchObject({ queue: 'due-post', concurrency: 8, maxAttempts: 200 });
  });
});

describe('a job of the publisher', () => {
  const options = { streamId: `post-${POST}` };
  const id = '00000000-0000-4000-8000-000000000001';

  it.each<PostEvent>([
    created(PLAN),
    { type: 'PostRescheduled', data: { scheduledAt: PLAN } },
    { type: 'PostRestored', data: { scheduledAt: PLAN } },
  ])('is created for each event that schedules a post: $type', (event) => {
    expect(planPostReactor.types).toContain(event.type);
    expect(planPostReactor.react(recorded(event, 1, options))).toEqual([
      {
        queue: 'due-post',
        dedupKey: id,
        ownerId: OWNER,
        payload: { postId: POST, scheduledAt: PLAN },
        delayMs: Date.parse(PLAN) - Date.parse(NOW),
        correlationId: 'correlation',
        causationId: id,
      },
    ]);
  });

  it('is created for a request to publish, once per publication', () => {
    const requested: PostEvent = {
      type: 'PostPublishRequested',
      data: { publicationId: 'p', dueAt: PLAN, by: 'author' },
    };
    expect(publishPostReactor.types).toEqual(['PostPublishRequested']);
    expect(publishPostReactor.react(recorded(requested, 1, options))).toEqual([
      {
        queue: 'publish-post',
        dedupKey: 'p',
        ownerId: OWNER,
        payload: { postId: POST, publicationId: 'p' },
        correlationId: 'correlation',
        causationId: id,
      },
    ]);
  });

  it('is created for no other event', () => {
    const edited = recorded({ type: 'PostEdited', data: { title: 'U', scheduledAt: PLAN } }, 1, options);
    expect([planPostReactor.react(edited), publishPostReactor.react(edited)]).toEqual([[], []]);
  });
});
