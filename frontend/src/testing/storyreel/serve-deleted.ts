import { DELETED_THINGS, type DeletedThing } from '@storyreel/contracts';
import type { KeptScene } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';

const bare = { body: nothing, query: nothing };
const FIRST_MOMENT = Date.parse('2026-11-01T10:00:00.000Z');
const MINUTE = 60_000;

type Unsorted = { made: number; thing: DeletedThing };
const at = (made: number): string => new Date(FIRST_MOMENT + made * MINUTE).toISOString();

function goneOf({ row, deleted, gone, removedMedia }: KeptScene): Unsorted[] {
  const common = { sceneId: row.id, title: row.title };
  if (deleted) {
    const thing = { ...common, kind: 'scene' as const, id: row.id, imageUrl: row.imageUrl, deletedAt: at(gone) };
    return [{ made: gone, thing }];
  }
  return removedMedia.map(({ made, ...media }) => ({ made, thing: { ...common, ...media, deletedAt: at(made) } }));
}

/** Serves the routes that list and restore deleted records. */
export function serveDeleted(server: FakeStoryreel): void {
  const { data } = server;
  server.serve('GET /api/projects/deleted', bare, () => {
    const gone = data.projects.filter(({ deleted }) => deleted).sort((a, b) => b.gone - a.gone);
    return {
      json: gone.map((kept) => {
        const { id, title, sceneCount, thumbnail } = data.present(kept);
        return { id, title, sceneCount, thumbnail, deletedAt: at(kept.gone) };
      }),
    };
  });
  server.serve('GET /api/projects/:id/deleted', bare, ({ params }) => {
    const { row } = data.keptProject(params[0]);
    const gone = data.scenes.filter((scene) => scene.row.projectId === row.id).flatMap(goneOf);
    const things = gone.sort((a, b) => b.made - a.made).map(({ thing }) => thing);
    return { json: things.slice(0, DELETED_THINGS) };
  });
}
