import { randomUUID } from 'node:crypto';
import { createTestDatabase, type TestDatabase } from '../../../testing/test-database';
import type { Publication } from '../social-publisher';
import { SandboxPublications } from './sandbox-publications';
import { SandboxPublisher } from './sandbox-publisher';

let database: TestDatabase;
let publications: SandboxPublications;
let now: Date;
beforeAll(async () => {
  database = await createTestDatabase();
  publications = new SandboxPublications(database.pool);
  await publications.onModuleInit();
});
afterAll(() => database.drop());
beforeEach(() => (now = new Date('2026-03-01T12:00:00.000Z')));

const publisher = () => new SandboxPublisher('tiktok', publications, { now: () => now });
const { signal } = new AbortController();
const publication = (fields: Partial<Publication> = {}): Publication => ({
  key: randomUUID(),
  postId: randomUUID(),
  ownerId: randomUUID(),
  platform: 'tiktok',
  account: { id: randomUUID(), accountId: 'gull', accountName: 'My TikTok Account' },
  title: 'Gull Point',
  content: 'A keeper.',
  hashtags: ['sea'],
  mentions: ['mara'],
  visibility: 'private',
  tiktok: null,
  mediaUrls: ['/api/media/film'],
  ...fields,
});

describe('the sandbox publisher', () => {
  it('publishes once per key, on whichever node and however often it is asked', async () => {
    const post = publication();
    expect(await publisher().find(post)).toEqual({ status: 'absent' });
    const tries = await Promise.all(Array.from({ length: 10 }, () => publisher().publish(post, { signal })));
    expect(tries).toEqual(Array(10).fill({ publishedAt: now, url: '/social/published', externalId: post.key }));
    const first = now;
    now = new Date('2026-03-02T12:00:00.000Z');
    expect(await publisher().publish(post, { signal })).toMatchObject({ publishedAt: first });
    expect(await publisher().find(post)).toMatchObject({ status: 'published', publishedAt: first });
    expect((await publications.page(post.ownerId, { limit: 10 })).items).toHaveLength(1);
  });

  it('keeps the posts that a platform would get, and lists them newest first in pages, for their owner only', async () => {
    const ownerId = randomUUID();
    const posts = [1, 2, 3].map((n) => publication({ ownerId, title: `Part ${n}`, content: 'a\0b \ud800' }));
    for (const post of posts) {
      now = new Date(now.getTime() + 1_000);
      await publisher().publish(post, { signal });
    }
    const first = await publications.page(ownerId, { limit: 2 });
    const second = await publications.page(ownerId, { limit: 2, cursor: first.next ?? '' });
    expect([...first.items, ...second.items].map(({ title }) => title)).toEqual(['Part 3', 'Part 2', 'Part 1']);
    expect(second.next).toBeNull();
    expect(first.items[0]).toEqual({
      id: posts[2]?.key,
      postId: posts[2]?.postId,
      platform: 'tiktok',
      accountName: 'My TikTok Account',
      title: 'Part 3',
      text: 'ab \ufffd\n\n@mara\n\n#sea',
      mediaUrls: ['/api/media/film'],
      publishedAt: now.toISOString(),
    });
    expect((await publications.page(randomUUID(), { limit: 2 })).items).toEqual([]);
  });

  it('publishes nothing for a canceled attempt', async () => {
    const post = publication();
    const ended = AbortSignal.abort(new Error('the lease is lost'));
    await expect(publisher().publish(post, { signal: ended })).rejects.toThrow('the lease is lost');
    expect(await publisher().find(post)).toEqual({ status: 'absent' });
  });
});
