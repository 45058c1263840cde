import type { SocialPlatform } from '@storyreel/contracts';
import { SocialStage } from '../../testing/social-stage';
import { AccessRevoked, PublishPassing, PublishRateLimited, ScopeMissing } from './publish-errors';
import type { PublishedPost } from './statistics';

const { signal } = new AbortController();
let stage: SocialStage;
beforeAll(async () => {
  stage = await SocialStage.open();
});
afterAll(() => stage?.close());

const BIG = '7312345678901234567';
const post = (externalId: string, url: string | null = null): PublishedPost => ({
  externalId,
  url,
  publishedAt: '2026-11-20T12:00:00.000Z',
});
/**
 * For each platform: a known post, a deleted one, and a function that sets the known post's numbers in the platform's
 * stub.
 */
const PLATFORMS: [SocialPlatform, { known: string; gone: string; tell: () => void }][] = [
  [
    'youtube',
    {
      known: 'dQw4w9WgXcQ',
      gone: 'deleted-one',
      tell: () =>
        stage.stubs.youtube.numbers.set('dQw4w9WgXcQ', { viewCount: '1204', likeCount: '88', commentCount: '7' }),
    },
  ],
  [
    'instagram',
    {
      known: '17854360229135492',
      gone: '17854360229135493',
      tell: () => stage.stubs.instagram.numbers.set('17854360229135492', { views: 1204, likes: 88, comments: 7 }),
    },
  ],
  [
    'tiktok',
    {
      known: BIG,
      gone: '7312345678901234568',
      tell: () => stage.stubs.tiktok.numbers.set(BIG, { view_count: 1204, like_count: 88, comment_count: 7 }),
    },
  ],
];

async function readerOf(platform: SocialPlatform) {
  const { account } = await stage.publication(platform);
  const reader = stage.publisher(platform).statistics;
  if (!reader) throw new Error(`${platform} reads nothing`);
  return { reader, read: (...posts: PublishedPost[]) => reader.read(account, posts, signal) };
}

describe.each(PLATFORMS)('the numbers of posts on %s', (platform, { known, gone, tell }) => {
  const stub = () => stage.stubs[platform];
  beforeEach(() => {
    stage.now = new Date();
    stub().heal();
    stub().scopes = null;
    stub().refresh = 'refresh-for-numbers';
    tell();
  });

  it('are read for an existing post, and a deleted post is recognised', async () => {
    const { read } = await readerOf(platform);
    const readings = new Map([...(await read(post(known))), ...(await read(post(gone)))]);
    expect(readings.get(known)).toMatchObject({ numbers: { views: 1204, likes: 88, comments: 7 } });
    expect(readings.get(gone)).toBe('gone');
  });

  it('require a permission, without which the connection stays', async () => {
    const { read } = await readerOf(platform);
    stub().scopes = 'something.else';
    await expect(read(post(known))).rejects.toThrow(ScopeMissing);
    stub().scopes = null;
    expect((await read(post(known))).size).toBe(1);
  });

  it.each<[string, Parameters<SocialPlatformStub['failNext']>[1], typeof PublishPassing]>([
    ['an error of the platform', { kind: 'answer', status: 500 }, PublishPassing],
    ['an answer that nobody can read', { kind: 'half' }, PublishPassing],
    ['a lost answer', { kind: 'drop' }, PublishPassing],
    [
      'a refusal that nobody has foreseen',
      { kind: 'answer', status: 400, body: { error: { code: 1 } } },
      PublishPassing,
    ],
  ])('fail for now after %s, and count for no post', async (_, fault, failure) => {
    const { read } = await readerOf(platform);
    stub().failNext('numbers', fault);
    await expect(read(post(known))).rejects.toThrow(failure);
  });

  it('wait as long as the platform says', async () => {
    const { read } = await readerOf(platform);
    stub().failNext('numbers', { kind: 'answer', status: 429, headers: { 'retry-after': '7200' } });
    await expect(read(post(known))).rejects.toMatchObject({
      name: PublishRateLimited.name,
      until: new Date(stage.now.getTime() + 7_200_000),
    });
  });

  it('end a connection only when the grant has ended', async () => {
    const { read } = await readerOf(platform);
    stub().access = 'another-one-by-now';
    stub().refresh = null;
    await expect(read(post(known))).rejects.toThrow(AccessRevoked);
  });
});
type SocialPlatformStub = (typeof stage.stubs)[SocialPlatform];

it('reads YouTube videos with hidden likes and comments', async () => {
  stage.stubs.youtube.heal();
  stage.stubs.youtube.refresh = 'refresh-for-numbers';
  stage.stubs.youtube.numbers.set('quiet', { viewCount: '9007199254740' });
  const { read } = await readerOf('youtube');
  expect((await read(post('quiet'))).get('quiet')).toEqual({
    numbers: { views: 9_007_199_254_740, likes: null, comments: null },
  });
});

it('does not treat a new Instagram post without numbers as deleted', async () => {
  stage.stubs.instagram.heal();
  stage.stubs.instagram.refresh = 'refresh-for-numbers';
  stage.stubs.instagram.numbers.set('new', {});
  const { read } = await readerOf('instagram');
  expect((await read(post('new'))).size).toBe(0);
});

describe('a post on TikTok, known by the id of its publication', () => {
  let published: PublishedPost;
  beforeAll(async () => {
    stage.stubs.tiktok.heal();
    stage.stubs.tiktok.areReviewed = false;
    const { externalId, url } = await stage.publisher('tiktok').publish(await stage.publication('tiktok'), { signal });
    published = post(externalId ?? '', url);
  });

  it('has no numbers before its review', async () => {
    const { read } = await readerOf('tiktok');
    expect((await read(published)).size).toBe(0);
  });

  it('gets its own id and address with its first numbers, and is then read by that id', async () => {
    const own = '7300000000000000001';
    stage.stubs.tiktok.areReviewed = true;
    stage.stubs.tiktok.numbers.set(own, { view_count: 3, like_count: 0, comment_count: 0 });
    const { read } = await readerOf('tiktok');
    expect((await read(published)).get(published.externalId)).toEqual({
      numbers: { views: 3, likes: 0, comments: 0 },
      externalId: own,
      url: `https://www.tiktok.com/@gull/video/${own}`,
    });
    const requests = stage.stubs.tiktok.server.requests.length;
    await read(post(own));
    expect(stage.stubs.tiktok.server.requests.length - requests).toBe(1);
  });
});
