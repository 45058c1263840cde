import {
  connectAccountRequestSchema,
  contentTemplateSchema,
  createPostRequestSchema,
  deletedResponseSchema,
  pageQuerySchema,
  platformConnectionSchema,
  postListQuerySchema,
  projectPostsSchema,
  restoreRequestSchema,
  sandboxPostSchema,
  saveTemplateRequestSchema,
  socialAccountSchema,
  socialPostSchema,
  tiktokCreatorSchema,
  updatePostRequestSchema,
} from '@storyreel/contracts';
import type { RouteContract } from './routes';

const page = { query: pageQuerySchema };
const postAnswer = { answer: socialPostSchema };

/** Routes of accounts, posts and templates. */
export const SOCIAL_ROUTES: Readonly<Record<string, RouteContract>> = {
  'GET /api/social/connections': { answer: platformConnectionSchema.array() },
  'GET /api/social/accounts': { answer: socialAccountSchema.array() },
  'POST /api/social/accounts': {
    body: connectAccountRequestSchema,
    status: 201,
    answer: socialAccountSchema,
    keyed: [],
  },
  'DELETE /api/social/accounts/:id': { answer: deletedResponseSchema },

  'GET /api/social/accounts/:id/tiktok-creator': { answer: tiktokCreatorSchema },

  'GET /api/social/posts': {
    query: pageQuerySchema.extend(postListQuerySchema.shape),
    answer: socialPostSchema.array(),
  },
  'GET /api/social/project-posts': { answer: projectPostsSchema.array() },
  'POST /api/social/posts': { ...postAnswer, body: createPostRequestSchema, status: 201, keyed: [] },
  'POST /api/social/posts/restore': { ...postAnswer, body: restoreRequestSchema },
  'PATCH /api/social/posts/:id': { ...postAnswer, body: updatePostRequestSchema },
  'POST /api/social/posts/:id/duplicate': { ...postAnswer, status: 201, keyed: [] },
  'POST /api/social/posts/:id/publish': { ...postAnswer, keyed: [] },
  'POST /api/social/posts/:id/mark-published': postAnswer,
  'DELETE /api/social/posts/:id': { answer: deletedResponseSchema },
  'GET /api/social/sandbox-posts': { ...page, answer: sandboxPostSchema.array() },

  'GET /api/content-templates': { answer: contentTemplateSchema.array() },
  'POST /api/content-templates': {
    body: saveTemplateRequestSchema,
    status: 201,
    answer: contentTemplateSchema,
    keyed: [],
  },
  'POST /api/content-templates/restore': { body: restoreRequestSchema, answer: contentTemplateSchema },
  'DELETE /api/content-templates/:id': { answer: deletedResponseSchema },
};
