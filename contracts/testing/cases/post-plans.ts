import {
  deletedResponseSchema,
  projectPostsSchema,
  projectSchema,
  sandboxPostSchema,
  socialPostSchema,
} from '@storyreel/contracts';
import type { ContractCase } from '../visitor';
import { change, connect, inDays, postsOf, titlesOf, write } from './social-steps';
import { INVALID, NOT_FOUND } from './steps';

const CONFLICT = { status: 409, code: 'conflict' };

export const POST_PLAN_CASES: ContractCase[] = [
  {
    title: 'posts are listed by day: the scheduled one, else the day of their creation [SOCIAL-32] [SOCIAL-42]',
    async run(side) {
      const visitor = await side.newcomer();
      const account = await connect(visitor, 'youtube');
      const [today, tomorrow, nextWeek] = [inDays(-0.5), inDays(1), inDays(7)];
      await write(visitor, account, { title: 'In a week', scheduledAt: nextWeek });
      await write(visitor, account, { title: 'Unplanned' });
      await write(visitor, account, { title: 'Tomorrow', scheduledAt: tomorrow });
      expect(titlesOf(await postsOf(visitor))).toEqual(['Unplanned', 'Tomorrow', 'In a week']);
      const between = (from: string, to: string) => postsOf(visitor, `?from=${from}&to=${to}`);
      expect(titlesOf(await between(today, tomorrow))).toEqual(['Unplanned']);
      expect(titlesOf(await between(tomorrow, nextWeek))).toEqual(['Tomorrow']);
      expect(titlesOf(await postsOf(visitor, `?from=${tomorrow}&limit=1`))).toEqual(['Tomorrow']);
    },
  },
  {
    title: 'a post is moved to another day, scheduled for the first time and unscheduled [SOCIAL-33] [SOCIAL-43]',
    async run(side) {
      const visitor = await side.newcomer();
      const draft = await write(visitor, await connect(visitor, 'youtube'));
      for (const scheduledAt of [inDays(1), inDays(3)]) {
        const moved = await change(visitor, draft, { scheduledAt, status: 'scheduled' });
        expect(moved).toMatchObject({ status: 'scheduled', scheduledAt, title: draft.title });
        expect(await postsOf(visitor)).toEqual([moved]);
      }
      const cancelled = await change(visitor, draft, { scheduledAt: null, status: 'draft' });
      expect(cancelled).toMatchObject({ status: 'draft', scheduledAt: null });
      const route = `PATCH /api/social/posts/${draft.id}`;
      expect(await visitor.refusal(route, { body: { status: 'scheduled' } })).toEqual(INVALID);
      expect(await visitor.refusal(route, { body: { scheduledAt: 'tomorrow' } })).toEqual(INVALID);
    },
  },
  {
    title: 'an edit changes the given fields of a post, and the rest stays',
    async run(side) {
      const visitor = await side.newcomer();
      const post = await write(visitor, await connect(visitor, 'youtube'), {
        scheduledAt: inDays(1),
        hashtags: ['sea'],
      });
      const changed = await change(visitor, post, { title: 'The storm', mentions: ['mara'] });
      expect(changed).toEqual({ ...post, title: 'The storm', mentions: ['mara'], updatedAt: changed.updatedAt });
    },
  },
  {
    title: 'a deleted post disappears, and is restored unchanged; a copy of it is a draft',
    async run(side) {
      const visitor = await side.newcomer();
      const post = await write(visitor, await connect(visitor, 'youtube'), {
        scheduledAt: inDays(1),
        hashtags: ['sea'],
      });
      const id = { id: post.id };
      expect(await visitor.get(deletedResponseSchema, `DELETE /api/social/posts/${post.id}`)).toEqual(id);
      expect(await postsOf(visitor)).toEqual([]);
      for (const route of [
        `DELETE /api/social/posts/${post.id}`,
        `POST /api/social/posts/${post.id}/duplicate`,
        `POST /api/social/posts/${post.id}/publish`,
        `POST /api/social/posts/${post.id}/mark-published`,
      ]) {
        expect(await visitor.refusal(route)).toEqual(NOT_FOUND);
      }
      const { updatedAt: _, ...kept } = post;
      const restored = await visitor.get(socialPostSchema, 'POST /api/social/posts/restore', { body: id });
      expect(restored).toMatchObject(kept);
      const copy = await visitor.get(socialPostSchema, `POST /api/social/posts/${post.id}/duplicate`);
      expect(copy).toMatchObject({ title: post.title, hashtags: ['sea'], status: 'draft', scheduledAt: null });
      expect(copy.id).not.toBe(post.id);
    },
  },
];

export const PUBLISHING_CASES: ContractCase[] = [
  {
    title: 'a post is a draft, scheduled or published; a published one is in the sandbox and locked [SOCIAL-47]',
    async run(side) {
      const visitor = await side.newcomer();
      const account = await connect(visitor, 'youtube');
      const draft = await write(visitor, account, { mediaUrls: ['https://example.com/light.mp4'] });
      const planned = await write(visitor, account, { scheduledAt: inDays(1) });
      expect([draft.status, planned.status]).toEqual(['draft', 'scheduled']);
      await visitor.get(socialPostSchema, `POST /api/social/posts/${draft.id}/publish`);
      await visitor.workDone();
      const published = (await postsOf(visitor)).find(({ id }) => id === draft.id);
      expect(published).toMatchObject({ status: 'published', isPublishing: false, question: null, failure: null });
      expect(published?.publishedAt).toEqual(expect.any(String));
      const [shown] = await visitor.get(sandboxPostSchema.array(), 'GET /api/social/sandbox-posts');
      expect(shown).toMatchObject({
        postId: draft.id,
        platform: 'youtube',
        accountName: account.accountName,
        title: draft.title,
        mediaUrls: draft.mediaUrls,
      });
      const move = { scheduledAt: inDays(1) };
      expect(await visitor.refusal(`PATCH /api/social/posts/${draft.id}`, { body: move })).toEqual(CONFLICT);
      expect(await visitor.refusal(`POST /api/social/posts/${draft.id}/publish`)).toEqual(CONFLICT);
    },
  },
  {
    title:
      'a project has no post, then a scheduled, then a published one; drafts and deleted ones do not count [DOTS-08]',
    async run(side) {
      const visitor = await side.newcomer();
      const account = await connect(visitor, 'youtube');
      const { id: projectId } = await visitor.get(projectSchema, 'POST /api/projects', {
        body: { title: 'Gull Point' },
      });
      const states = () => visitor.get(projectPostsSchema.array(), 'GET /api/social/project-posts');
      const draft = await write(visitor, account, { projectId });
      await write(visitor, account, { scheduledAt: inDays(1) });
      expect(await states()).toEqual([]);
      const planned = await write(visitor, account, { projectId, scheduledAt: inDays(1) });
      expect(await states()).toEqual([{ projectId, isPlanned: true, isPublished: false }]);
      await visitor.get(deletedResponseSchema, `DELETE /api/social/posts/${planned.id}`);
      expect(await states()).toEqual([]);
      await side.onHold(async () => {
        await visitor.get(socialPostSchema, `POST /api/social/posts/${draft.id}/publish`);
        expect(await states()).toEqual([{ projectId, isPlanned: true, isPublished: false }]);
      });
      await visitor.workDone();
      expect(await states()).toEqual([{ projectId, isPlanned: false, isPublished: true }]);
    },
  },
  {
    title: 'a post being published is locked',
    async run(side) {
      const visitor = await side.newcomer();
      const account = await connect(visitor, 'youtube');
      await side.onHold(async () => {
        const post = await write(visitor, account, { publishNow: true });
        expect(post.isPublishing).toBe(true);
        const body = { title: 'The storm' };
        expect(await visitor.refusal(`PATCH /api/social/posts/${post.id}`, { body })).toEqual(CONFLICT);
        expect(await visitor.refusal(`DELETE /api/social/posts/${post.id}`)).toEqual(CONFLICT);
        expect(await visitor.refusal(`POST /api/social/posts/${post.id}/publish`)).toEqual(CONFLICT);
      });
      await visitor.workDone();
      expect(await postsOf(visitor)).toMatchObject([{ status: 'published', isPublishing: false }]);
    },
  },
  {
    title: 'only a post with an unknown outcome can be marked as published',
    async run(side) {
      const visitor = await side.newcomer();
      const { id } = await write(visitor, await connect(visitor, 'youtube'));
      expect(await visitor.refusal(`POST /api/social/posts/${id}/mark-published`)).toEqual(CONFLICT);
    },
  },
];
