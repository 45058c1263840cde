import { randomUUID } from 'node:crypto';
import type { SocialAccount, SocialPost } from '@storyreel/contracts';
import { SOCIAL_PLATFORMS } from '@storyreel/contracts';
import { readLogAt } from './audit-log';
import { atRandomMoment, faultSeed, seeded } from './seeded';
import { NodeGroup } from './node-group';

const POSTS = 300;
const KILLS = 8;
/** Time until all posts are due; posts created later are due on creation. */
const LEAD_MS = 20_000;
const AT_ONCE = 6;
/** Longer than creating a few posts and killing both nodes takes. */
const SOON_MS = 10_000;

describe(`posts that are due at the same time, on two nodes (FAULT_SEED=${faultSeed})`, () => {
  let group: NodeGroup;
  let cookie = '';
  const random = seeded(faultSeed);

  beforeEach(async () => {
    // Publishing and its response take a while: a kill may come before, between or after them.
    group = await NodeGroup.open(2, { SANDBOX_DELAY_MS: '150' });
    await group.startAll();
    cookie = '';
  }, 120_000);
  afterEach(() => group?.close());

  async function call<Answer>(method: string, path: string, body?: object): Promise<Answer> {
    const answer = await fetch(`${group.nodes[0]?.url}${path}`, {
      method,
      headers: { 'content-type': 'application/json', cookie },
      body: body && JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${method} ${path}: ${answer.status} ${await answer.text()}`);
    const [session] = answer.headers.getSetCookie();
    if (session && cookie === '') cookie = session.split(';')[0] ?? '';
    return (await answer.json()) as Answer;
  }

  async function schedule(posts: number, leadMs: number): Promise<string[]> {
    const account = { email: `${randomUUID()}@example.com`, password: 'correct horse battery', firstName: 'Ada' };
    await call('POST', '/api/register', account);
    const accounts: SocialAccount[] = [];
    for (const platform of SOCIAL_PLATFORMS) {
      const asked = {
        platform,
        accountName: platform,
        accountId: platform,
        accessToken: 'placeholder',
        isActive: true,
      };
      accounts.push(await call<SocialAccount>('POST', '/api/social/accounts', asked));
    }
    const scheduledAt = new Date(Date.now() + leadMs).toISOString();
    const ids: string[] = [];
    let next = 0;
    const make = async (): Promise<void> => {
      for (let n = next++; n < posts; n = next++) {
        const { id: socialAccountId, platform } = accounts[n % accounts.length] as SocialAccount;
        const post = { title: `Part ${n}`, content: 'A keeper.', platform, socialAccountId, scheduledAt };
        ids.push((await call<SocialPost>('POST', '/api/social/posts', post)).id);
      }
    };
    await Promise.all(Array.from({ length: AT_ONCE }, make));
    return ids;
  }

  const count = async (sql: string): Promise<number> =>
    Number((await group.database.pool.query<{ count: string }>(sql)).rows[0]?.count);
  const recorded = () => count("select count(*) from event_store.events where type = 'PostPublished'");

  async function reached(what: () => Promise<number>, wanted: number, withinMs: number): Promise<void> {
    const deadline = Date.now() + withinMs;
    while ((await what()) < wanted) {
      if (Date.now() > deadline) throw new Error(`${await what()} of ${wanted} so far\n${await group.whatIsHeld()}`);
      await atRandomMoment(random, 20, 60);
    }
  }

  /** Expects each post exactly once in the log and on the platform. */
  async function expectOnceEach(ids: string[]): Promise<void> {
    const log = await readLogAt(group.database.url);
    const ofType = (type: string) => log.filter((event) => event.type === type).map(({ streamId }) => streamId);
    const expected = ids.map((id) => `post-${id}`).sort();
    expect(ofType('PostPublished').sort()).toEqual(expected);
    expect(ofType('PostPublishRequested').sort()).toEqual(expected);
    for (const type of ['PostFailed', 'PostPublishUnknown', 'PostMissed']) expect(ofType(type)).toEqual([]);
    // Requests received by the platform: each post, under one key.
    const { rows } = await group.database.pool.query<{ id: string }>(
      `select post ->> 'postId' as id from platform.sandbox_publications`,
    );
    expect(rows.map(({ id }) => `post-${id}`).sort()).toEqual(expected);
  }

  it(`are each published once, ${POSTS} of them, while the nodes are killed in turn, ${KILLS} times`, async () => {
    const ids = await schedule(POSTS, LEAD_MS);
    expect(new Set(ids).size).toBe(POSTS);
    const starts: Promise<void>[] = [];
    let struck = 0;
    for (let kill = 0; kill < KILLS; kill++) {
      const node = kill % 2;
      await reached(recorded, Math.ceil(((kill + 1) * POSTS) / (KILLS + 2)), LEAD_MS + 120_000);
      await starts[node];
      await atRandomMoment(random, 0, 300);
      await group.nodes[node]?.kill();
      if ((await recorded()) < POSTS) struck += 1;
      starts[node] = group.nodes[node]?.start() ?? Promise.resolve();
    }
    await Promise.all(starts);
    // A kill after everything is published would prove nothing.
    expect(struck).toBeGreaterThanOrEqual(3);
    await reached(recorded, POSTS, 240_000);
    await group.stopAll();
    await expectOnceEach(ids);
  }, 600_000);

  it('are published once each when no node ran at their time', async () => {
    const ids = await schedule(SOCIAL_PLATFORMS.length, SOON_MS);
    const due = Date.now() + SOON_MS;
    await Promise.all(group.nodes.map((node) => node.kill()));
    expect(await recorded()).toBe(0);
    await atRandomMoment(random, due - Date.now(), due - Date.now() + 500);
    await group.startAll();
    await reached(recorded, ids.length, 60_000);
    await group.stopAll();
    await expectOnceEach(ids);
  }, 180_000);
});
