import { randomUUID } from 'node:crypto';
import type { SocialPost } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { connectAccount, postOf } from '../../testing/social-steps';

const HOUR = 3_600_000;
let aheadMs = 0;
const clock = { now: () => new Date(Date.now() + aheadMs) };

let app: TestApp;
let user: TestUser;
beforeAll(async () => {
  app = await startTestApp({ clock });
  user = await app.newUser();
});
afterAll(() => app?.close());
beforeEach(() => void (aheadMs = 0));

describe('a scheduled post', () => {
  const plan = async (scheduledAt: string): Promise<string> => {
    const { id: socialAccountId } = await connectAccount(user);
    const words = { title: randomUUID(), content: 'A keeper.', platform: 'instagram', socialAccountId, scheduledAt };
    return ((await user.agent.post('/api/social/posts').send(words).expect(201)).body as SocialPost).id;
  };
  /** Makes waiting jobs due at once, as if the database's clock were ahead. */
  const wakeAll = async (): Promise<void> => {
    await app.idle();
    await app.runtime.pool.query(`update platform.jobs set run_at = now() where queue = 'due-post'`);
    await app.idle();
  };
  const inHours = (hours: number) => new Date(clock.now().getTime() + hours * HOUR).toISOString();

  it('is published at its time, not before, even when the store’s clock is ahead of ours', async () => {
    const id = await plan(inHours(2));
    await wakeAll();
    expect(await postOf(user, id)).toMatchObject({ status: 'scheduled', isPublishing: false });
    aheadMs = 2 * HOUR;
    await wakeAll();
    expect(await postOf(user, id)).toMatchObject({ status: 'published' });
    expect((await app.events(`post-${id}`)).map(({ type }) => type)).toEqual([
      'PostCreated',
      'PostPublishRequested',
      'PostPublishStarted',
      'PostPublished',
    ]);
  });

  it('that was moved is published at its new time only [SOCIAL-43]', async () => {
    const id = await plan(inHours(2));
    const moved = inHours(26);
    await user.agent.patch(`/api/social/posts/${id}`).send({ scheduledAt: moved, status: 'scheduled' }).expect(200);
    aheadMs = 2 * HOUR;
    await wakeAll();
    expect(await postOf(user, id)).toMatchObject({ status: 'scheduled', scheduledAt: moved });
    aheadMs = 26 * HOUR;
    await wakeAll();
    expect(await postOf(user, id)).toMatchObject({ status: 'published' });
  });

  it('is published up to an hour late, and becomes a question to its author after that', async () => {
    const [soon, long] = [await plan(inHours(2)), await plan(inHours(1))];
    aheadMs = 2.5 * HOUR;
    await wakeAll();
    expect(await postOf(user, soon)).toMatchObject({ status: 'published', question: null });
    expect(await postOf(user, long)).toMatchObject({ status: 'scheduled', question: 'missed', isPublishing: false });
    await user.agent.post(`/api/social/posts/${long}/publish`).expect(200);
    await app.idle();
    expect(await postOf(user, long)).toMatchObject({ status: 'published', question: null });
  });

  it('is not published after it was unscheduled, and is after its deletion was undone', async () => {
    const [cancelled, restored] = [await plan(inHours(2)), await plan(inHours(2))];
    await user.agent.patch(`/api/social/posts/${cancelled}`).send({ scheduledAt: null, status: 'draft' }).expect(200);
    await user.agent.delete(`/api/social/posts/${restored}`).expect(200);
    aheadMs = 2 * HOUR;
    await wakeAll();
    expect(await postOf(user, cancelled)).toMatchObject({ status: 'draft', scheduledAt: null });
    expect((await app.events(`post-${restored}`)).map(({ type }) => type)).toEqual(['PostCreated', 'PostDeleted']);
    await user.agent.post('/api/social/posts/restore').send({ id: restored }).expect(200);
    await app.idle();
    expect(await postOf(user, restored)).toMatchObject({ status: 'published' });
  });
});
