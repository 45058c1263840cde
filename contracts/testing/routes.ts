import {
  addImageRequestSchema,
  addStyleRequestSchema,
  addVideoRequestSchema,
  addZapsRequestSchema,
  addZapsResponseSchema,
  balanceSchema,
  bulkQuoteSchema,
  chatListQuerySchema,
  chatMessageSchema,
  cleanupDeadImagesResponseSchema,
  clearChatQuerySchema,
  clearChatResponseSchema,
  continuityRequestSchema,
  continuityResponseSchema,
  createProjectRequestSchema,
  createSceneRequestSchema,
  deleteAllScenesResponseSchema,
  deletedResponseSchema,
  describePostRequestSchema,
  describePostResponseSchema,
  describeSceneRequestSchema,
  describeSceneResponseSchema,
  enhancePromptResponseSchema,
  estimateRequestSchema,
  estimateResponseSchema,
  finalizeRequestSchema,
  finalizeResponseSchema,
  generateImageRequestSchema,
  generateImageResponseSchema,
  generateVideoRequestSchema,
  generateVideoResponseSchema,
  imageJobSchema,
  imageQueueSchema,
  installationSchema,
  loginRequestSchema,
  modelSchemaSchema,
  pageQuerySchema,
  postChatRequestSchema,
  postChatResponseSchema,
  predictionSchema,
  processStoryRequestSchema,
  processStoryResponseSchema,
  projectCostsSchema,
  projectSchema,
  receiveResponseSchema,
  registerRequestSchema,
  reorderProjectsRequestSchema,
  reorderScenesRequestSchema,
  replaceProcessingVideoRequestSchema,
  restoreAllScenesRequestSchema,
  restoreAllScenesResponseSchema,
  restoreRequestSchema,
  saveStyleRequestSchema,
  sceneListQuerySchema,
  sceneSchema,
  setMainImageRequestSchema,
  setMainVideoRequestSchema,
  styleSchema,
  transactionSchema,
  updateProjectRequestSchema,
  updateSceneRequestSchema,
  uploadQuerySchema,
  uploadResponseSchema,
  usageEventSchema,
  userSchema,
  videoModelSchema,
  videoPromptResponseSchema,
} from '@storyreel/contracts';
import type { z } from 'zod';
import { SOCIAL_ROUTES } from './social-routes';

/** What goes over the wire at one address. */
export interface RouteContract {
  query?: z.ZodType;
  body?: z.ZodType;
  /** The body may carry more than its schema names, and the server drops it. */
  takesMore?: true;
  /** Of an answer when all is well; by default 200. */
  status?: number;
  /** file: bytes of any kind. page: nothing that a program reads. */
  answer: z.ZodType | 'file' | 'page';
  /** Takes an idempotency key; the fields of the body that say, with the path, on what it acts. */
  keyed?: readonly string[];
}

const sceneAnswer = { answer: sceneSchema };
const projectAnswer = { answer: projectSchema };
const page = { query: pageQuerySchema };

/** Every route that the front end calls. The back end's tests compare the table with what the server describes. */
export const ROUTES: Readonly<Record<string, RouteContract>> = {
  'GET /api/config': { answer: installationSchema },
  'POST /api/register': { body: registerRequestSchema, status: 201, answer: userSchema },
  'POST /api/login': { body: loginRequestSchema, answer: userSchema },
  'POST /api/logout': { status: 303, answer: 'page' },
  'GET /api/auth/user': { answer: userSchema },

  'GET /api/projects': { ...page, answer: projectSchema.array() },
  'GET /api/projects/:id': projectAnswer,
  'POST /api/projects': {
    ...projectAnswer,
    body: createProjectRequestSchema,
    takesMore: true,
    status: 201,
    keyed: [],
  },
  'POST /api/projects/restore': { ...projectAnswer, body: restoreRequestSchema, takesMore: true },
  'POST /api/projects/reorder': { body: reorderProjectsRequestSchema, answer: projectSchema.array() },
  'PATCH /api/projects/:id': { ...projectAnswer, body: updateProjectRequestSchema },
  'POST /api/projects/:id/duplicate': { ...projectAnswer, status: 201, keyed: [] },
  'DELETE /api/projects/:id': { answer: deletedResponseSchema },
  'GET /api/projects/:id/costs': { answer: projectCostsSchema },
  'GET /api/projects/:id/download-all': { answer: 'file' },

  'GET /api/scenes': { query: sceneListQuerySchema, answer: sceneSchema.array() },
  'GET /api/scenes/:id': sceneAnswer,
  'POST /api/scenes': { ...sceneAnswer, body: createSceneRequestSchema, status: 201, keyed: ['projectId'] },
  'POST /api/scenes/restore': { ...sceneAnswer, body: restoreRequestSchema, takesMore: true },
  'POST /api/scenes/reorder': { body: reorderScenesRequestSchema, answer: sceneSchema.array() },
  'POST /api/scenes/restore-all': {
    body: restoreAllScenesRequestSchema,
    answer: restoreAllScenesResponseSchema,
    keyed: ['projectId'],
  },
  'DELETE /api/scenes/all/:projectId': { answer: deleteAllScenesResponseSchema, keyed: [] },
  'PATCH /api/scenes/:id': { ...sceneAnswer, body: updateSceneRequestSchema },
  'POST /api/scenes/:id/duplicate': { ...sceneAnswer, status: 201, keyed: [] },
  'DELETE /api/scenes/:id': { answer: deletedResponseSchema },
  'POST /api/scenes/:sceneId/images': { ...sceneAnswer, body: addImageRequestSchema, keyed: [] },
  'PATCH /api/scenes/:sceneId/main-image': { ...sceneAnswer, body: setMainImageRequestSchema },
  'DELETE /api/scenes/:sceneId/images/:index': { ...sceneAnswer, keyed: [] },
  'POST /api/scenes/:sceneId/videos': { ...sceneAnswer, body: addVideoRequestSchema, keyed: [] },
  'PATCH /api/scenes/:sceneId/main-video': { ...sceneAnswer, body: setMainVideoRequestSchema },
  'POST /api/scenes/:sceneId/replace-processing-video': {
    ...sceneAnswer,
    body: replaceProcessingVideoRequestSchema,
    keyed: [],
  },
  'DELETE /api/scenes/:sceneId/videos/:videoId': sceneAnswer,
  'POST /api/scenes/:id/cleanup-dead-images': { answer: cleanupDeadImagesResponseSchema, keyed: [] },

  'POST /api/midjourney/generate-image': {
    body: generateImageRequestSchema,
    answer: generateImageResponseSchema,
    keyed: ['sceneId'],
  },
  'GET /api/midjourney/queue': { answer: imageQueueSchema },
  'GET /api/midjourney/job/:jobId': { answer: imageJobSchema },
  'GET /api/midjourney/bulk-quote': { answer: bulkQuoteSchema },
  'GET /api/replicate/models': { answer: videoModelSchema.array() },
  'GET /api/replicate/model-schema/:modelId': { answer: modelSchemaSchema },
  'POST /api/replicate/generate-video': {
    body: generateVideoRequestSchema,
    answer: generateVideoResponseSchema,
    keyed: ['sceneId'],
  },
  'GET /api/replicate/prediction/:predictionId': { answer: predictionSchema },

  'POST /api/scenes/process-story': {
    body: processStoryRequestSchema,
    answer: processStoryResponseSchema,
    keyed: ['projectId'],
  },
  'POST /api/ai/generate/scene-description/:sceneId': {
    body: describeSceneRequestSchema,
    answer: describeSceneResponseSchema,
    keyed: [],
  },
  'POST /api/ai/generate/video-prompt/:sceneId': { answer: videoPromptResponseSchema, keyed: [] },
  'POST /api/scenes/:sceneId/enhance-prompt': { answer: enhancePromptResponseSchema, keyed: [] },
  'POST /api/ai/generate/continuity': {
    body: continuityRequestSchema,
    answer: continuityResponseSchema,
    keyed: ['projectId'],
  },
  'POST /api/ai/generate-description': {
    body: describePostRequestSchema,
    answer: describePostResponseSchema,
    keyed: [],
  },

  'POST /api/costs/estimate': { body: estimateRequestSchema, answer: estimateResponseSchema },
  'GET /api/credits/balance': { answer: balanceSchema },
  'GET /api/credits/transactions': { ...page, answer: transactionSchema.array() },
  'GET /api/usage-events': { ...page, answer: usageEventSchema.array() },
  'POST /api/credits/add-zaps': { body: addZapsRequestSchema, answer: addZapsResponseSchema, keyed: [] },

  'GET /api/styles': { answer: styleSchema.array() },
  'POST /api/styles': { body: addStyleRequestSchema, status: 201, answer: styleSchema, keyed: [] },
  'POST /api/styles/restore': { body: restoreRequestSchema, answer: styleSchema },
  'PUT /api/styles/:id': { body: saveStyleRequestSchema, answer: styleSchema },
  'DELETE /api/styles/:id': { answer: deletedResponseSchema },

  ...SOCIAL_ROUTES,
  'GET /api/chat': { query: chatListQuerySchema, answer: chatMessageSchema.array() },
  'POST /api/chat': {
    body: postChatRequestSchema,
    status: 201,
    answer: postChatResponseSchema,
    keyed: ['projectId'],
  },
  'DELETE /api/chat': { query: clearChatQuerySchema, answer: clearChatResponseSchema },
  'DELETE /api/chat/:id': { answer: deletedResponseSchema },
  'POST /api/chat/:id/stop': { answer: chatMessageSchema },
  'POST /api/chat/:id/retry': { answer: chatMessageSchema, keyed: [] },

  'POST /api/upload': { query: uploadQuerySchema, answer: uploadResponseSchema },
  'POST /api/objects/upload': { query: uploadQuerySchema, answer: uploadResponseSchema },
  'PUT /api/uploads/:token': { answer: receiveResponseSchema },
  'POST /api/objects/finalize': { body: finalizeRequestSchema, answer: finalizeResponseSchema },
  'GET /api/media/:key': { answer: 'file' },
};
