import type { Route } from './route-table';

const FILMS = '/api/projects/:projectId/films';
const project = { in: 'path', name: 'projectId', kind: 'filmProject' } as const;
const film = { ids: [project, { in: 'path', name: 'filmId', kind: 'film' } as const] };

/** What is done with films of a project. */
export const FILM_ROUTES: Record<string, Route> = {
  [`GET ${FILMS}`]: { ids: [project] },
  [`POST ${FILMS}`]: { ids: [project], body: () => ({ quality: 'draft' }) },
  [`POST ${FILMS}/:filmId/cancel`]: film,
  [`DELETE ${FILMS}/:filmId`]: film,
  [`POST ${FILMS}/:filmId/restore`]: film,
};
