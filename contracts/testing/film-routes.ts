import {
  endedLinkSchema,
  filmSchema,
  generateFilmRequestSchema,
  generateFilmResponseSchema,
  sharedLinkSchema,
  shareRequestSchema,
} from '@storyreel/contracts';
import type { RouteContract } from './routes';

export const FILM_ROUTES: Readonly<Record<string, RouteContract>> = {
  'GET /api/projects/:projectId/films': { answer: filmSchema.array() },
  'POST /api/projects/:projectId/films': {
    body: generateFilmRequestSchema.omit({ projectId: true }),
    answer: generateFilmResponseSchema,
    keyed: [],
  },
  'POST /api/projects/:projectId/films/:filmId/cancel': { answer: filmSchema },
  'DELETE /api/projects/:projectId/films/:filmId': { answer: filmSchema },
  'POST /api/projects/:projectId/films/:filmId/restore': { answer: filmSchema },

  'GET /api/music/:bed': { answer: 'file' },

  'GET /api/projects/:projectId/links': { answer: sharedLinkSchema.array() },
  'POST /api/projects/:projectId/links': { body: shareRequestSchema, answer: sharedLinkSchema },
  'DELETE /api/projects/:projectId/links/:linkId': { answer: endedLinkSchema },
};
