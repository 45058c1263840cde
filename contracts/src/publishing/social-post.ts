import { z } from 'zod';
import { idempotencyKeySchema, idSchema, instant, mediaUrl, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { socialPlatformSchema } from './social-account';

export const POST_STATUSES = ['draft', 'scheduled', 'published', 'failed'] as const;
export const postStatusSchema = z.enum(POST_STATUSES);
export type PostStatus = z.infer<typeof postStatusSchema>;

export const VISIBILITIES = ['public', 'private', 'unlisted'] as const;
export const visibilitySchema = z.enum(VISIBILITIES);
export type Visibility = z.infer<typeof visibilitySchema>;

/**
 * What only its author can decide. unknown: the platform's answer was lost, and it cannot be asked. missed: the server
 * was down for more than an hour when the post was due.
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

const tag = text(LIMITS.postTag).trim().min(1, 'must not be empty');
const tags = tag.array().max(LIMITS.postTags);

const postFieldsSchema = z.object({
  title: text(LIMITS.postTitle).trim().min(1, 'Title is required'),
  /** Fits the platform's own limit as well. */
  content: text(LIMITS.postContent).trim().min(1, 'Content is required'),
  /** Without their '#'. */
  hashtags: tags,
  /** Without their '@'. */
  mentions: tags,
  visibility: visibilitySchema,
  projectId: idSchema.nullable(),
  sceneId: idSchema.nullable(),
  selectedProjectVideo: selectedProjectVideoSchema.nullable(),
  mediaUrls: mediaUrl.array().max(LIMITS.postMedia),
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
  scheduledAt: instant.nullable().default(null),
  /** Follows from `scheduledAt` when it is left out; saying the contrary is refused. */
  status: z.enum(['draft', 'scheduled']).optional(),
  /** Hands the post to the publisher at once; not together with `scheduledAt`. */
  publishNow: z.boolean().default(false),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type CreatePostRequest = z.input<typeof createPostRequestSchema>;

/**
 * A post that is not published or on its way. `scheduledAt` null, or status 'draft', takes it off the schedule;
 * status 'scheduled' needs a `scheduledAt`, its own or the one in this request.
 */
export const updatePostRequestSchema = postFieldsSchema
  .extend({ scheduledAt: instant.nullable(), status: z.enum(['draft', 'scheduled']) })
  .partial();
export type UpdatePostRequest = z.input<typeof updatePostRequestSchema>;

export const socialPostSchema = z.object({
  id: idSchema,
  title: z.string(),
  content: z.string(),
  platform: socialPlatformSchema,
  status: postStatusSchema,
  /** UTC instants, all of them. */
  scheduledAt: z.string().nullable(),
  createdAt: z.string(),
  updatedAt: z.string(),
  hashtags: z.string().array(),
  mentions: z.string().array(),
  visibility: visibilitySchema,
  /** Of an account that may have been removed since. */
  socialAccountId: idSchema,
  projectId: idSchema.nullable(),
  sceneId: idSchema.nullable(),
  selectedProjectVideo: selectedProjectVideoSchema.nullable(),
  mediaUrls: z.string().array(),
  /** On its way to the platform now: it cannot be changed meanwhile. */
  isPublishing: z.boolean(),
  question: postQuestionSchema.nullable(),
  /** Why it failed, for its author; null unless it did. */
  failure: z.string().nullable(),
  publishedAt: z.string().nullable(),
  /** Where it can be seen; null when it is not published or the platform did not say. */
  publishedUrl: z.string().nullable(),
});
export type SocialPost = z.infer<typeof socialPostSchema>;

/** Posts whose day (of `scheduledAt`, else of `createdAt`) lies from `from` up to and without `to`. */
export const postListQuerySchema = z.object({
  from: instant.optional(),
  to: instant.optional(),
});

/** What the sandbox has 'published' in a platform's place: as the platform would have been given it. */
export const sandboxPostSchema = z.object({
  id: idSchema,
  /** Of the post, which may have been deleted since. */
  postId: idSchema,
  platform: socialPlatformSchema,
  /** Of the account that it was published with. */
  accountName: z.string(),
  title: z.string(),
  /** With its hashtags and mentions. */
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
  /** Everybody has it, and nobody can delete it. */
  isSeeded: z.boolean(),
});
export type ContentTemplate = z.infer<typeof contentTemplateSchema>;
