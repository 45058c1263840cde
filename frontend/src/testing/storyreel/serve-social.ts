import {
  connectAccountRequestSchema,
  createPostRequestSchema,
  describePostRequestSchema,
  pageQuerySchema,
  PLATFORM_PROFILES,
  postListQuerySchema,
  restoreRequestSchema,
  saveTemplateRequestSchema,
  SOCIAL_PLATFORMS,
  textRefusals,
  updatePostRequestSchema,
  type SocialPost,
} from '@storyreel/contracts';
import { postWith } from '../social-fixtures';
import type { AccountData } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { charge, TEXT } from './money';
import { pageOf } from './paging';
import type { SocialData } from './social-data';
import { Refused } from './refused';

const bare = { body: nothing, query: nothing };
const now = (): string => new Date().toISOString();

export function serveSocialAccounts(server: FakeStoryreel): void {
  const { data } = server;
  const { accounts } = data.social;
  server.serve('GET /api/social/connections', bare, () => ({
    json: SOCIAL_PLATFORMS.map((platform) => ({ platform, kind: 'sandbox', authorizeUrl: null })),
  }));
  server.serve('GET /api/social/accounts', bare, () => ({ json: accounts.live }));
  server.serve('POST /api/social/accounts', { body: connectAccountRequestSchema, query: nothing }, ({ body }) => {
    const { platform, accountName, accountId, isActive } = body;
    const known = accounts.live.find((account) => account.platform === platform && account.accountId === accountId);
    if (known) return { json: accounts.change(known.id, { accountName, isActive }) };
    const row = { id: data.nextId(), platform, accountName, accountId, isActive, kind: 'sandbox' as const };
    return { json: accounts.add({ ...row, createdAt: now() }) };
  });
  server.serve('GET /api/social/accounts/:id/tiktok-creator', bare, ({ params }) => {
    const { platform, kind } = accounts.one(params[0]);
    if (platform !== 'tiktok' || kind !== 'oauth') throw new Refused('bad_request');
    return { json: data.social.creator };
  });
  server.serve('DELETE /api/social/accounts/:id', bare, ({ params }) => ({ json: accounts.delete(params[0]) }));
}

/** @throws Refused validation_failed */
function requireFit(post: Pick<SocialPost, 'platform' | 'title' | 'content' | 'hashtags' | 'mentions'>): void {
  if (textRefusals(PLATFORM_PROFILES[post.platform], post).length > 0) {
    throw new Refused('validation_failed', 'That is more than the platform takes.');
  }
}

/** Returns true for a post on TikTok itself that lacks TikTok's choices. */
const lacksChoices = (
  accounts: SocialData['accounts'],
  { socialAccountId, tiktok }: { socialAccountId: string; tiktok?: SocialPost['tiktok'] | undefined },
): boolean => {
  const { platform, kind } = accounts.one(socialAccountId);
  return platform === 'tiktok' && kind === 'oauth' && !tiktok;
};

export function servePosts(server: FakeStoryreel): void {
  const { data } = server;
  const { accounts, posts } = data.social;
  /**
   * Returns a post that can be changed.
   * @throws Refused not_found; conflict when the post can no longer be changed
   */
  const changeable = (id: string | undefined): SocialPost => {
    const post = posts.one(id);
    if (post.status === 'published' || post.isPublishing) throw new Refused('conflict', 'It is on its way.');
    return post;
  };
  const query = pageQuerySchema.extend(postListQuerySchema.shape);
  server.serve('GET /api/social/posts', { body: nothing, query }, ({ query: { from, to, ...page } }) => {
    const at = ({ scheduledAt, createdAt }: SocialPost): number => new Date(scheduledAt ?? createdAt).getTime();
    const within = posts.live.filter(
      (post) => !(from && at(post) < new Date(from).getTime()) && !(to && at(post) >= new Date(to).getTime()),
    );
    return pageOf(
      within.sort((a, b) => at(a) - at(b)),
      page,
    );
  });
  server.serve('GET /api/social/project-posts', bare, () => {
    const isPlanned = ({ status, isPublishing, question }: SocialPost) =>
      isPublishing || (status === 'scheduled' && question === null);
    const isPublished = ({ status }: SocialPost) => status === 'published';
    const projectIds = [...new Set(posts.live.flatMap(({ projectId }) => projectId ?? []))];
    const rows = projectIds.map((projectId) => {
      const ofProject = posts.live.filter((post) => post.projectId === projectId);
      return { projectId, isPlanned: ofProject.some(isPlanned), isPublished: ofProject.some(isPublished) };
    });
    return { json: rows.filter((row) => row.isPlanned || row.isPublished) };
  });
  server.serve('POST /api/social/posts', { body: createPostRequestSchema, query: nothing }, ({ body }) => {
    const { idempotencyKey: _, publishNow, status, ...content } = body;
    requireFit(content);
    if (accounts.one(content.socialAccountId).platform !== content.platform) throw new Refused('bad_request');
    const due = content.scheduledAt === null ? 'draft' : 'scheduled';
    if ((status ?? due) !== due || (publishNow && due === 'scheduled')) throw new Refused('validation_failed');
    const isDraft = due === 'draft' && !publishNow;
    if (!isDraft && lacksChoices(accounts, content)) throw new Refused('validation_failed');
    const times = { createdAt: now(), updatedAt: now() };
    const row = {
      tiktok: null,
      imageFit: 'pad',
      ...content,
      ...times,
      id: data.nextId(),
      status: due,
      isPublishing: publishNow,
    } as const;
    return { json: posts.add(postWith(row)) };
  });
  server.serve('PATCH /api/social/posts/:id', { body: updatePostRequestSchema, query: nothing }, ({ body, params }) => {
    const before = changeable(params[0]);
    const { status, ...changes } = body;
    const after = { ...before, ...changes };
    requireFit(after);
    if (status === 'scheduled' && after.scheduledAt === null) throw new Refused('validation_failed');
    const scheduledAt = status === 'draft' ? null : after.scheduledAt;
    const due = scheduledAt === null ? 'draft' : 'scheduled';
    const answered = { question: null, failure: null, updatedAt: now() };
    return { json: posts.change(before.id, { ...changes, ...answered, scheduledAt, status: due }) };
  });
  server.serve('DELETE /api/social/posts/:id', bare, ({ params }) => {
    if (posts.one(params[0]).isPublishing) throw new Refused('conflict', 'It is on its way.');
    return { json: posts.delete(params[0]) };
  });
  server.serve('POST /api/social/posts/restore', { body: restoreRequestSchema, query: nothing }, ({ body }) => ({
    json: posts.restore(body.id),
  }));
  server.serve('POST /api/social/posts/:id/duplicate', bare, ({ params }) => {
    const { title, content, platform, hashtags, mentions, visibility, socialAccountId } = posts.one(params[0]);
    const { projectId, sceneId, selectedProjectVideo, mediaUrls, tiktok, imageFit } = posts.one(params[0]);
    const words = { title, content, platform, hashtags, mentions, visibility, socialAccountId };
    const shown = { projectId, sceneId, selectedProjectVideo, mediaUrls, tiktok, imageFit };
    const times = { createdAt: now(), updatedAt: now() };
    return { json: posts.add(postWith({ ...words, ...shown, ...times, id: data.nextId() })) };
  });
  server.serve('POST /api/social/posts/:id/publish', bare, ({ params }) => {
    const { id } = changeable(params[0]);
    return { json: posts.change(id, { isPublishing: true, question: null, failure: null, updatedAt: now() }) };
  });
  server.serve('POST /api/social/posts/:id/mark-published', bare, ({ params }) => {
    const { id, question } = changeable(params[0]);
    if (question !== 'unknown') throw new Refused('conflict');
    const published = { status: 'published', publishedAt: now(), question: null, updatedAt: now() } as const;
    return { json: posts.change(id, published) };
  });
  server.serve('GET /api/social/sandbox-posts', { body: nothing, query: pageQuerySchema }, ({ query: page }) =>
    pageOf(data.social.sandboxPosts, page),
  );
}

export function serveTemplates(server: FakeStoryreel): void {
  const { data } = server;
  const { templates } = data.social;
  server.serve('GET /api/content-templates', bare, () => {
    const seeded = templates.live.filter(({ isSeeded }) => isSeeded);
    const own = templates.live.filter(({ isSeeded }) => !isSeeded);
    return { json: [...own.reverse(), ...seeded] };
  });
  server.serve('POST /api/content-templates', { body: saveTemplateRequestSchema, query: nothing }, ({ body }) => {
    const { idempotencyKey: _, ...words } = body;
    return { json: templates.add({ ...words, id: data.nextId(), isSeeded: false }) };
  });
  server.serve('DELETE /api/content-templates/:id', bare, ({ params }) => {
    // Users cannot see the installation's own templates, so they cannot delete them.
    if (templates.one(params[0]).isSeeded) throw new Refused('not_found');
    return { json: templates.delete(params[0]) };
  });
  server.serve('POST /api/content-templates/restore', { body: restoreRequestSchema, query: nothing }, ({ body }) => ({
    json: templates.restore(body.id),
  }));
}

export function servePostDescription(server: FakeStoryreel): void {
  server.serve('POST /api/ai/generate-description', { body: describePostRequestSchema, query: nothing }, ({ body }) => {
    charge(server.data, { ...TEXT, operation: 'post_description', projectId: '' });
    return { json: { description: `About ${body.title}` } };
  });
}

/** Acts as the publisher: publishes every post in progress. */
export function publishPosts(data: AccountData): void {
  const { posts, accounts, sandboxPosts } = data.social;
  for (const { id, ...post } of posts.live.filter(({ isPublishing }) => isPublishing)) {
    const publishedAt = now();
    posts.change(id, { isPublishing: false, status: 'published', publishedAt, updatedAt: publishedAt });
    const { platform, title, content: text, mediaUrls, socialAccountId } = post;
    const { accountName } = accounts.one(socialAccountId);
    sandboxPosts.unshift({ id: data.nextId(), postId: id, platform, accountName, title, text, mediaUrls, publishedAt });
  }
}
