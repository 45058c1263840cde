import type { Route } from './route-table';

const FILMS = '/api/projects/:projectId/films';
const LINKS = '/api/projects/:projectId/links';
const project = { in: 'path', name: 'projectId', kind: 'filmProject' } as const;
const film = { ids: [project, { in: 'path', name: 'filmId', kind: 'film' } as const] };

/** What is done with films of a project, with the speech in them, and with links to them. */
export const FILM_ROUTES: Record<string, Route> = {
  'GET /api/speech/voices': {},
  'GET /api/speech/sample': { query: '?voice=en-low' },
  'POST /api/generate-speech': {
    ids: [{ in: 'body', name: 'sceneId', kind: 'scene' }],
    body: ({ scene }) => ({ sceneId: scene }),
  },
  'POST /api/projects/:projectId/story-audio': {
    ids: [project],
    body: () => ({ stability: 0.5, clarity: 0.8, style: 0.3 }),
  },
  'POST /api/projects/:projectId/story-audio/cancel': { ids: [project] },
  [`GET ${FILMS}`]: { ids: [project] },
  [`POST ${FILMS}`]: { ids: [project], body: () => ({ quality: 'draft' }) },
  [`POST ${FILMS}/:filmId/cancel`]: film,
  [`DELETE ${FILMS}/:filmId`]: film,
  [`POST ${FILMS}/:filmId/restore`]: film,
  [`GET ${LINKS}`]: { ids: [project] },
  [`POST ${LINKS}`]: { ids: [project], body: () => ({ filmId: null }) },
  [`DELETE ${LINKS}/:linkId`]: { ids: [project, { in: 'path', name: 'linkId', kind: 'link' }] },
};
