import { randomUUID } from 'node:crypto';
import type { SocialAccount, SocialPost } from '@storyreel/contracts';
import { Pool } from 'pg';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import {
  AccessRevoked,
  PublishPassing,
  PublishRateLimited,
  ScopeMissing,
} from '../../integrations/social/publish-errors';
import { SOCIAL_PUBLISHERS, type SocialPublishers } from '../../integrations/social/social-publisher';
import type { PostReading, PublishedPost, SocialStatistics } from '../../integrations/social/statistics';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { connectAccount } from '../../testing/social-steps';
import { DueReadings } from './due-readings';
import { ReadStatistics } from './read-statistics';
import { StatisticsSchedule } from './statistics-schedule';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
// Begins at midnight UTC, so that the hours that pass in a test do not reach the next day.
let aheadMs = DAY - (Date.now() % DAY);
const clock = { now: () => new Date(Date.now() + aheadMs) };

/** A platform whose answers depend on the account; it records the posts that each call asks for. */
class Platform implements SocialStatistics {
  postsPerCall = 2;
  callsPerPass = 100;
  limits: SocialStatistics['limits'] = 'installation';
  views = 10;
  readonly calls: { account: string; asked: string[] }[] = [];
  readonly failures = new Map<string, Error>();
  readonly gone = new Set<string>();

  read({ id }: { id: string }, posts: readonly PublishedPost[]): Promise<Map<string, PostReading>> {
    this.calls.push({ account: id, asked: posts.map(({ externalId }) => externalId) });
    const failure = this.failures.get(id);
    if (failure) return Promise.reject(failure);
    const numbers = { views: this.views, likes: 1, comments: null };
    return Promise.resolve(
      new Map(posts.map(({ externalId }) => [externalId, this.gone.has(externalId) ? 'gone' : { numbers }])),
    );
  }
}

let app: TestApp;
let platform: Platform;
let reader: ReadStatistics;
beforeAll(async () => {
  app = await startTestApp({ clock });
});
afterAll(() => app?.close());
beforeEach(async () => {
  aheadMs += 8 * DAY;
  platform = new Platform();
  const real = app.get<SocialPublishers>(SOCIAL_PUBLISHERS);
  const publishers: SocialPublishers = {
    kindOf: () => 'sandbox',
    of: (account) => ({ ...real.of(account), statistics: platform }),
  };
  reader = new ReadStatistics(
    app.get(Pool),
    app.get(AggregateStore),
    publishers,
    app.get(DueReadings),
    app.get(StatisticsSchedule),
    clock,
  );
  // Posts of earlier tests would be read in these tests too.
  await app.runtime.pool.query("update platform.statistics_reads set next_at = 'infinity'");
});

interface Author {
  user: TestUser;
  account: SocialAccount;
  posts: string[];
}

/** A user with published posts. */
async function author(posts: number): Promise<Author> {
  const user = await app.newUser();
  const account = await connectAccount(user);
  const ids: string[] = [];
  for (let n = 0; n < posts; n++) {
    const words = { title: `Part ${n}`, content: 'A keeper.', platform: 'instagram', socialAccountId: account.id };
    const made = await user.agent
      .post('/api/social/posts')
      .send({ ...words, publishNow: true, idempotencyKey: randomUUID() })
      .expect(201);
    ids.push((made.body as SocialPost).id);
    await app.idle();
  }
  return { user, account, posts: ids };
}
async function look(): Promise<void> {
  await reader.look();
  await app.idle();
}
async function shown({ user, posts }: Author): Promise<SocialPost['statistics'][]> {
  const list = (await user.agent.get('/api/social/posts').expect(200)).body as SocialPost[];
  return posts.map((id) => list.find((post) => post.id === id)?.statistics ?? null);
}
const recorded = async ({ posts }: Author): Promise<number> => {
  const events = await Promise.all(posts.map((id) => app.events(`post-${id}`)));
  return events.flat().filter(({ type }) => type.startsWith('PostStatistics')).length;
};

it('reads each post once a day, in calls of as many as the platform takes, the youngest first', async () => {
  const ada = await author(3);
  await look();
  expect(platform.calls.map(({ asked }) => asked.length)).toEqual([2, 1]);
  await look();
  expect(platform.calls).toHaveLength(2);
  expect(await shown(ada)).toEqual(
    Array(3).fill({
      numbers: { views: 10, likes: 1, comments: null },
      asOf: expect.any(String),
      sandbox: true,
      trouble: null,
      days: [{ day: clock.now().toISOString().slice(0, 10), views: 10 }],
    }),
  );
  expect(await recorded(ada)).toBe(3);
});

it('records changed numbers, and the time of a reading without changes', async () => {
  const ada = await author(1);
  await look();
  const [first] = await shown(ada);
  aheadMs += DAY;
  await look();
  const [same] = await shown(ada);
  expect(await recorded(ada)).toBe(1);
  expect(same?.asOf?.slice(0, 10)).toBe(clock.now().toISOString().slice(0, 10));
  expect(first?.asOf?.slice(0, 10)).not.toBe(same?.asOf?.slice(0, 10));
  aheadMs += DAY;
  platform.views = 25;
  await look();
  expect((await shown(ada))[0]?.days.map(({ views }) => views)).toEqual([10, 25]);
});

it('counts a reading once when the server dies before recording it', async () => {
  const ada = await author(1);
  await look();
  await app.runtime.pool.query('delete from platform.statistics_reads where post_id = $1', [ada.posts[0]]);
  platform.views = 11;
  await look();
  expect(platform.calls).toHaveLength(2);
  expect(await recorded(ada)).toBe(1);
});

it.each<[string, Error, string | null]>([
  ['fails', new PublishPassing('Instagram answered 500.'), null],
  ['lacks the permission', new ScopeMissing('It was not granted.'), 'scope'],
  ['has something that nobody has foreseen', new TypeError('Oh.'), null],
])('an account that %s is left alone for an hour, and stops no other', async (_, failure, trouble) => {
  const [ada, ben] = [await author(3), await author(1)];
  platform.failures.set(ada.account.id, failure);
  await look();
  await look();
  expect(platform.calls.filter(({ account }) => account === ada.account.id)).toHaveLength(1);
  expect((await shown(ada)).map((post) => post?.trouble)).toEqual([trouble, trouble, trouble]);
  expect((await shown(ben))[0]?.numbers?.views).toBe(10);
  const accounts = (await ada.user.agent.get('/api/social/accounts')).body as SocialAccount[];
  expect(accounts.map(({ isActive }) => isActive)).toEqual([true]);
  platform.failures.clear();
  aheadMs += HOUR + 60_000;
  await look();
  expect((await shown(ada)).map((post) => [post?.trouble, post?.numbers?.views])).toEqual(Array(3).fill([null, 10]));
});

it('makes an account inactive when its grant has ended, and reads it no more', async () => {
  const ada = await author(1);
  platform.failures.set(ada.account.id, new AccessRevoked('Instagram accepts it no more.'));
  await look();
  const accounts = (await ada.user.agent.get('/api/social/accounts')).body as SocialAccount[];
  expect(accounts.map(({ isActive }) => isActive)).toEqual([false]);
  aheadMs += DAY;
  await look();
  expect(platform.calls).toHaveLength(1);
});

it.each<[SocialStatistics['limits'], number]>([
  ['installation', 1],
  ['account', 2],
])('waits as long as a platform says whose limit is that of the %s', async (limits, asked) => {
  const [ada, ben] = [await author(1), await author(1)];
  platform.limits = limits;
  const until = new Date(clock.now().getTime() + 3 * HOUR);
  // The newest post comes first.
  platform.failures.set(ben.account.id, new PublishRateLimited('Too many.', until));
  await look();
  expect(platform.calls).toHaveLength(asked);
  platform.failures.clear();
  aheadMs += 2 * HOUR;
  await look();
  expect(platform.calls).toHaveLength(asked);
  aheadMs += HOUR + 60_000;
  await look();
  for (const one of [ada, ben]) expect((await shown(one))[0]?.numbers?.views).toBe(10);
});

it('makes no more calls in a pass than its quota allows, and continues in the next pass', async () => {
  const ada = await author(3);
  platform.postsPerCall = 1;
  platform.callsPerPass = 2;
  await look();
  expect(platform.calls).toHaveLength(2);
  await look();
  expect(platform.calls).toHaveLength(3);
  expect(await recorded(ada)).toBe(3);
});

it('marks a deleted post, checks it weekly, and keeps its last numbers', async () => {
  const ada = await author(1);
  await look();
  const [asked] = platform.calls[0]?.asked ?? [];
  platform.gone.add(asked ?? '');
  for (const days of [1, 1]) {
    aheadMs += days * DAY;
    await look();
  }
  expect(platform.calls).toHaveLength(2);
  expect((await shown(ada))[0]).toMatchObject({ trouble: 'gone', numbers: { views: 10 } });
});

it('leaves the reading to the node that is already reading', async () => {
  await author(1);
  await Promise.all([look(), look()]);
  expect(platform.calls).toHaveLength(1);
});

it('gives sandbox posts invented numbers that are repeatable and never fall', async () => {
  const ada = await author(1);
  const sandbox = app.get(ReadStatistics);
  const views: number[] = [];
  for (const days of [0, 1, 30]) {
    aheadMs += days * DAY;
    await sandbox.look();
    await app.idle();
    views.push((await shown(ada))[0]?.numbers?.views ?? 0);
  }
  expect(views[0]).toBeGreaterThan(0);
  expect(views).toEqual([...views].sort((a, b) => a - b));
  expect((await shown(ada))[0]).toMatchObject({ sandbox: true });
});
