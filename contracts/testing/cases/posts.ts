import { PLATFORM_PROFILES, SOCIAL_PLATFORMS, type SocialAccount, socialPostSchema } from '@storyreel/contracts';
import type { ContractCase } from '../visitor';
import { connect, inDays, postsOf, type Words, wordsFor, write } from './social-steps';
import { BAD_REQUEST, INVALID, NOBODYS_ID, NOT_FOUND, oneScene } from './steps';

export const POST_CASES: ContractCase[] = [
  {
    title: 'a post stores all of its fields [SOCIAL-21] [COMPOSER-31]',
    async run(side) {
      const visitor = await side.newcomer();
      const { project, scene } = await oneScene(visitor);
      const account = await connect(visitor, 'instagram');
      const words = {
        hashtags: ['sea', 'storm'],
        mentions: ['mara'],
        visibility: 'unlisted',
        projectId: project.id,
        sceneId: scene.id,
        scheduledAt: inDays(2),
        status: 'scheduled',
        mediaUrls: ['https://example.com/light.png', 'https://example.com/light.mp4'],
        selectedProjectVideo: {
          videoId: 'film',
          videoUrl: 'https://example.com/film.mp4',
          videoType: 'project',
          videoTitle: 'Gull Point',
          videoFilename: 'film.mp4',
        },
      } as const;
      const asked = { ...words, hashtags: [...words.hashtags], mentions: ['mara'], mediaUrls: [...words.mediaUrls] };
      const post = await write(visitor, account, asked);
      expect(post).toMatchObject({ ...asked, platform: 'instagram', socialAccountId: account.id });
      expect(await postsOf(visitor)).toEqual([post]);
    },
  },
  {
    title: 'a post with only the required fields has no tags, no project and no time, and is public [COMPOSER-28]',
    async run(side) {
      const visitor = await side.newcomer();
      expect(await write(visitor, await connect(visitor, 'youtube'))).toMatchObject({
        hashtags: [],
        mentions: [],
        visibility: 'public',
        projectId: null,
        sceneId: null,
        selectedProjectVideo: null,
        mediaUrls: [],
        imageFit: 'pad',
        scheduledAt: null,
        isPublishing: false,
        question: null,
        failure: null,
        publishedAt: null,
        publishedUrl: null,
        madePrivate: false,
        notes: [],
        statistics: null,
      });
    },
  },
  {
    title: 'a post with a time is scheduled, and one without is a draft [SOCIAL-31]',
    async run(side) {
      const visitor = await side.newcomer();
      const account = await connect(visitor, 'youtube');
      const scheduledAt = inDays(1);
      expect(await write(visitor, account)).toMatchObject({ status: 'draft', scheduledAt: null });
      expect(await write(visitor, account, { scheduledAt })).toMatchObject({ status: 'scheduled', scheduledAt });
      const contrary: Words[] = [
        { status: 'scheduled' },
        { status: 'draft', scheduledAt },
        { publishNow: true, scheduledAt },
      ];
      for (const words of contrary) {
        const body = wordsFor(account, words);
        expect(await visitor.refusal('POST /api/social/posts', { body })).toEqual(INVALID);
      }
      expect(await postsOf(visitor)).toHaveLength(2);
    },
  },
  {
    title: 'a post needs a title, a content and an account of its platform [COMPOSER-27]',
    async run(side) {
      const visitor = await side.newcomer();
      const [youtube, tiktok] = [await connect(visitor, 'youtube'), await connect(visitor, 'tiktok')];
      const refusal = (words: Words) => visitor.refusal('POST /api/social/posts', { body: wordsFor(youtube, words) });
      expect(await refusal({ title: ' ' })).toEqual(INVALID);
      expect(await refusal({ content: '' })).toEqual(INVALID);
      expect(await refusal({ socialAccountId: tiktok.id })).toEqual(BAD_REQUEST);
      expect(await refusal({ socialAccountId: NOBODYS_ID })).toEqual(NOT_FOUND);
    },
  },
  {
    title: 'a post is limited to the length and the hashtags that its platform accepts',
    async run(side) {
      const visitor = await side.newcomer();
      for (const platform of SOCIAL_PLATFORMS) {
        const { characters, hashtags } = PLATFORM_PROFILES[platform];
        const account = await connect(visitor, platform);
        const full = { content: 'x'.repeat(characters), hashtags: [] };
        const post = await write(visitor, account, full);
        const tags = Array.from({ length: hashtags }, (_, n) => `t${n}`);
        await write(visitor, account, { hashtags: tags });
        const tooLong = { ...full, content: `${full.content}x` };
        const body = wordsFor(account, tooLong);
        expect(await visitor.refusal('POST /api/social/posts', { body })).toEqual(INVALID);
        expect(await visitor.refusal(`PATCH /api/social/posts/${post.id}`, { body: tooLong })).toEqual(INVALID);
        const tooMany = wordsFor(account, { hashtags: [...tags, 'more'] });
        expect(await visitor.refusal('POST /api/social/posts', { body: tooMany })).toEqual(INVALID);
      }
    },
  },
  {
    title: 'posts for several platforms are created at the same time, each with its own account [SOCIAL-28]',
    async run(side) {
      const visitor = await side.newcomer();
      const accounts: SocialAccount[] = [];
      for (const platform of SOCIAL_PLATFORMS) accounts.push(await connect(visitor, platform));
      const posts = await Promise.all(accounts.map((account) => write(visitor, account)));
      expect(posts.map(({ platform, socialAccountId }) => ({ platform, socialAccountId }))).toEqual(
        accounts.map(({ platform, id }) => ({ platform, socialAccountId: id })),
      );
      expect(new Set((await postsOf(visitor)).map(({ id }) => id)).size).toBe(accounts.length);
    },
  },
  {
    title: 'two requests with one idempotency key create one post',
    async run(side) {
      const visitor = await side.newcomer();
      const ask = { body: wordsFor(await connect(visitor, 'youtube')), key: 'one-post-please' };
      const first = await visitor.get(socialPostSchema, 'POST /api/social/posts', ask);
      expect((await visitor.get(socialPostSchema, 'POST /api/social/posts', ask)).id).toBe(first.id);
      expect(await postsOf(visitor)).toHaveLength(1);
    },
  },
];
