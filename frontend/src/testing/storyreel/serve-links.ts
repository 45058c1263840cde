import { shareRequestSchema } from '@storyreel/contracts';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import type { KeptLink } from './kept-films';
import { notFound, Refused } from './refused';

/** Serves public links to a project's videos. */
export function serveLinks(server: FakeStoryreel): void {
  const { data } = server;
  const bare = { body: nothing, query: nothing };
  server.serve('GET /api/projects/:projectId/links', bare, ({ params: [id = ''] }) => {
    data.keptProject(id);
    const open = data.links.filter(({ row, ended }) => row.projectId === id && !ended);
    return { json: open.map(({ row }) => row) };
  });
  server.serve(
    'POST /api/projects/:projectId/links',
    { body: shareRequestSchema, query: nothing },
    ({ params: [projectId = ''], body: { filmId } }) => {
      const { row } = data.keptProject(projectId);
      const film = data.films.find((one) => one.row.id === filmId);
      if (filmId === null && !row.completedVideoUrl) throw new Refused('not_found', 'This project has no final video.');
      if (filmId !== null && (!film?.row.files || film.removed)) throw notFound();
      const isOf = ({ row: link, ended }: KeptLink) => link.projectId === projectId && link.filmId === filmId && !ended;
      const known = data.links.find(isOf);
      if (known) return { json: known.row };
      const id = data.nextId();
      const made = { id, projectId, filmId, url: `/share/${id}` };
      data.links.push({ row: made, ended: false });
      return { json: made };
    },
  );
  server.serve('DELETE /api/projects/:projectId/links/:linkId', bare, ({ params: [projectId = '', id = ''] }) => {
    data.keptProject(projectId);
    const link = data.links.find(({ row }) => row.id === id && row.projectId === projectId);
    if (!link) throw notFound();
    link.ended = true;
    return { json: { id } };
  });
}
