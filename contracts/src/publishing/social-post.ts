import { z } from 'zod';
import { idempotencyKeySchema, idSchema, instant, mediaUrl, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { socialPlatformSchema } from './social-account';
import { tiktokSettingsSchema } from './tiktok-settings';

export const POST_STATUSES = ['draft', 'scheduled', 'published', 'failed'] as const;
export const postStatusSchema = z.enum(POST_STATUSES);
export type PostStatus = z.infer<typeof postStatusSchema>;

export const VISIBILITIES = ['public', 'private', 'unlisted'] as const;
export const visibilitySchema = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof visibilitySchema>;

/**
 * Questions that the post's author has to answer. unknown: the platform's response was lost, and the outcome cannot be
 * looked up. missed: the server was down for more than an hour when the post was due.
 */
export const postQuestionSchema = z.enum(['unknown', 'missed']);

export const selectedProjectVideoSchema = z.object({
  videoId: text(LIMITS.title),
  videoUrl: mediaUrl,
  videoType: z.enum(['project', 'scene']),
  videoTitle: text(LIMITS.title),
  videoFilename: text(LIMITS.filename),
});
export type SelectedProjectVideo = z.infer<typeof selectedProjectVideoSchema>;

/** How an image is made to fit a platform's shape. pad: the whole image on a frame. crop: cut around the middle. */
export const imageFitSchema = z.enum(['pad', 'crop']);
export type ImageFit = z.infer<typeof imageFitSchema>;

const tag = text(LIMITS.postTag).trim().min(1, 'must not be empty');
const tags = tag.array().max(LIMITS.postTags);

const postFieldsSchema = z.object({
  title: text(LIMITS.postTitle).trim().min(1, 'Title is required'),
  /** Must also fit the platform's own limit. */
  content: text(LIMITS.postContent).trim().min(1, 'Content is required'),
  /** Hashtags without the '#'. */
  hashtags: tags,
  /** Mentions without the '@'. */
  mentions: tags,
  visibility: visibilitySchema,
  projectId: idSchema.nullable(),
  sceneId: idSchema.nullable(),
  selectedProjectVideo: selectedProjectVideoSchema.nullable(),
  mediaUrls: mediaUrl.array().max(LIMITS.postMedia),
  /** Only for posts on TikTok. */
  tiktok: tiktokSettingsSchema.nullable(),
  /** Only for images on Instagram. */
  imageFit: imageFitSchema,
});

export const createPostRequestSchema = postFieldsSchema.extend({
  platform: socialPlatformSchema,
  socialAccountId: idSchema,
  hashtags: tags.default([]),
  mentions: tags.default([]),
  visibility: visibilitySchema.default('public'),
  projectId: idSchema.nullable().default(null),
  sceneId: idSchema.nullable().default(null),
  selectedProjectVideo: selectedProjectVideoSchema.nullable().default(null),
  mediaUrls: mediaUrl.array().max(LIMITS.postMedia).default([]),
  /** Required to schedule or publish on TikTok itself; not required for a draft or in the sandbox. */
  tiktok: tiktokSettingsSchema.nullable().optional(),
  imageFit: imageFitSchema.optional(),
  scheduledAt: instant.nullable().default(null),
  /** Derived from `scheduledAt` when absent; a status that contradicts `scheduledAt` is refused. */
  status: z.enum(['draft', 'scheduled']).optional(),
  /** Publishes the post at once; not allowed together with `scheduledAt`. */
  publishNow: z.boolean().default(false),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type CreatePostRequest = z.input<typeof createPostRequestSchema>;

/**
 * Updates a post that is neither published nor being published. `scheduledAt` null or status 'draft' unschedules the
 * post. Status 'scheduled' needs a `scheduledAt`, either the post's own or one in this request.
 */
export const updatePostRequestSchema = postFieldsSchema
  .extend({ scheduledAt: instant.nullable(), status: z.enum(['draft', 'scheduled']) })
  .partial();
export type UpdatePostRequest = z.input<typeof updatePostRequestSchema>;

const postCount = z.number().int().min(0);

/** A published post's statistics from its platform. */
export const postStatisticsSchema = z.object({
  /** Null until the platform has reported numbers. A count is null when the platform hides it or does not keep it. */
  numbers: z.object({ views: postCount, likes: postCount.nullable(), comments: postCount.nullable() }).nullable(),
  /** Time at which the platform reported the numbers. */
  asOf: z.string().nullable(),
  /** True when the numbers are invented by the sandbox. */
  sandbox: z.boolean(),
  /**
   * Reason why there are no newer numbers. scope: the account was connected without the permission. gone: the platform
   * no longer shows the post. no_id: the platform never reported the post's id.
   */
  trouble: z.enum(['scope', 'gone', 'no_id']).nullable(),
  /** Views on the newest days on which a number changed, oldest first. Days are UTC, YYYY-MM-DD. */
  days: z.object({ day: z.string(), views: postCount }).array(),
});
export type PostStatistics = z.infer<typeof postStatisticsSchema>;

export const socialPostSchema = z.object({
  id: idSchema,
  title: z.string(),
  content: z.string(),
  platform: socialPlatformSchema,
  status: postStatusSchema,
  /** The post's times are UTC instants. */
  scheduledAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  hashtags: z.string().array(),
  mentions: z.string().array(),
  visibility: visibilitySchema,
  /** Id of the account that the post is for; the account may have been removed since. */
  socialAccountId: idSchema,
  projectId: idSchema.nullable(),
  sceneId: idSchema.nullable(),
  selectedProjectVideo: selectedProjectVideoSchema.nullable(),
  mediaUrls: z.string().array(),
  /** Null until the author has made TikTok's choices. */
  tiktok: tiktokSettingsSchema.nullable(),
  imageFit: imageFitSchema,
  /** True while the post is being published; it cannot be changed during that time. */
  isPublishing: z.boolean(),
  question: postQuestionSchema.nullable(),
  /** Reason of a failure, for the author; otherwise null. */
  failure: z.string().nullable(),
  publishedAt: z.string().nullable(),
  /** Address of the published post; null when it is not published or the platform returned none. */
  publishedUrl: z.string().nullable(),
  /** True when the platform shows the post only to its author, although the author chose otherwise. */
  madePrivate: z.boolean(),
  /** Notes on a published post: the author's choices that the platform did not follow. */
  notes: z.string().array(),
  /** Null unless the post is published. */
  statistics: postStatisticsSchema.nullable(),
});
export type SocialPost = z.infer<typeof socialPostSchema>;

/** Summary of a project's posts. A project without a planned or published post has no row. */
export const projectPostsSchema = z.object({
  projectId: idSchema,
  /** True while a post is scheduled or being published. */
  isPlanned: z.boolean(),
  isPublished: z.boolean(),
});
export type ProjectPosts = z.infer<typeof projectPostsSchema>;

/** Selects posts by their day (`scheduledAt`, or else `createdAt`): on or after `from`, and before `to`. */
export const postListQuerySchema = z.object({
  from: instant.optional(),
  to: instant.optional(),
});

/** A post as the platform would have received it, stored by the sandbox instead of being published. */
export const sandboxPostSchema = z.object({
  id: idSchema,
  /** Id of the post, which may have been deleted since. */
  postId: idSchema,
  platform: socialPlatformSchema,
  /** The account that published the post. */
  accountName: z.string(),
  title: z.string(),
  /** Includes the hashtags and mentions. */
  text: z.string(),
  mediaUrls: z.string().array(),
  publishedAt: z.string(),
});
export type SandboxPost = z.infer<typeof sandboxPostSchema>;

export const saveTemplateRequestSchema = z.object({
  name: text(LIMITS.templateName).trim().min(1, 'must not be empty'),
  contentTemplate: text(LIMITS.postContent).trim().min(1, 'must not be empty'),
  /** Hashtags, separated by spaces. */
  hashtagTemplate: text(LIMITS.postContent).trim().default(''),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type SaveTemplateRequest = z.input<typeof saveTemplateRequestSchema>;

export const contentTemplateSchema = z.object({
  id: idSchema,
  name: z.string(),
  contentTemplate: z.string(),
  hashtagTemplate: z.string(),
  /** True for a built-in template, which every user has and nobody can delete. */
  isSeeded: z.boolean(),
});
export type ContentTemplate = z.infer<typeof contentTemplateSchema>;
