import {
  changeCastRequestSchema,
  drawSheetRequestSchema,
  createProjectRequestSchema,
  deletedProjectSchema,
  deletedResponseSchema,
  deletedThingSchema,
  projectCostsSchema,
  projectListQuerySchema,
  projectOrSummarySchema,
  projectQuerySchema,
  projectSchema,
  reorderProjectsRequestSchema,
  restoreCastRequestSchema,
  restoreRequestSchema,
  storyboardQuerySchema,
  updateProjectRequestSchema,
} from '@storyreel/contracts';
import type { RouteContract } from './routes';

const projectAnswer = { answer: projectSchema };

export const PROJECT_ROUTES: Readonly<Record<string, RouteContract>> = {
  'GET /api/projects': { query: projectListQuerySchema, answer: projectOrSummarySchema.array() },
  'GET /api/projects/deleted': { answer: deletedProjectSchema.array() },
  'GET /api/projects/:id': { query: projectQuerySchema, answer: projectOrSummarySchema },
  'GET /api/projects/:id/deleted': { answer: deletedThingSchema.array() },
  'POST /api/projects': {
    ...projectAnswer,
    body: createProjectRequestSchema,
    takesMore: true,
    status: 201,
    keyed: [],
  },
  'POST /api/projects/restore': { ...projectAnswer, body: restoreRequestSchema, takesMore: true },
  'POST /api/projects/reorder': {
    query: projectQuerySchema,
    body: reorderProjectsRequestSchema,
    answer: projectOrSummarySchema.array(),
  },
  'PATCH /api/projects/:id': { ...projectAnswer, body: updateProjectRequestSchema },
  'POST /api/projects/:projectId/cast': { ...projectAnswer, body: changeCastRequestSchema, keyed: [] },
  'POST /api/projects/:projectId/cast/sheet': { ...projectAnswer, body: drawSheetRequestSchema, keyed: [] },
  'POST /api/projects/:projectId/cast/restore': { ...projectAnswer, body: restoreCastRequestSchema },
  'POST /api/projects/:id/duplicate': { ...projectAnswer, status: 201, keyed: [] },
  'DELETE /api/projects/:id': { answer: deletedResponseSchema },
  'GET /api/projects/:id/costs': { answer: projectCostsSchema },
  'GET /api/projects/:id/download-all': { answer: 'file' },
  'GET /api/projects/:id/storyboard.pdf': { query: storyboardQuerySchema, answer: 'file' },
};
