import {
  copyVersionRequestSchema,
  historyQuerySchema,
  restoreVersionRequestSchema,
  sceneVersionsQuerySchema,
  takeStepRequestSchema,
} from '@storyreel/contracts';
import type { HistoryEntry } from '@storyreel/contracts';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { pageOf } from './paging';
import { notFound, Refused } from './refused';
import { copyScene } from './serve-scenes';

/** Serves the history as set by a test. Undoing or redoing a step only marks it, without changing other data. */
export function serveHistory(server: FakeStoryreel): void {
  const { data } = server;
  server.serve('GET /api/projects/:id/history', { body: nothing, query: historyQuerySchema }, ({ params, query }) => {
    data.keptProject(params[0]);
    const { kind, sceneId } = query;
    const shown = data.history.filter(
      (entry) => (!kind || entry.kind === kind) && (!sceneId || entry.sceneId === sceneId),
    );
    return pageOf(shown, query);
  });
  server.serve('GET /api/projects/:id/as-of/:revision', { body: nothing, query: nothing }, ({ params }) => {
    const kept = data.keptProject(params[0]);
    const revision = params[1] ?? '0';
    const at = data.history.find((entry) => BigInt(entry.revision) <= BigInt(revision))?.at;
    const scenes = data.liveScenes(kept.row.id).map((scene) => ({ ...scene, title: `${scene.title} at ${revision}` }));
    return { json: { revision, at: at ?? kept.row.createdAt, project: data.present(kept), scenes } };
  });
  server.serve(
    'GET /api/projects/:id/scenes/:sceneId/versions',
    { body: nothing, query: sceneVersionsQuerySchema },
    ({ params, query }) => {
      const { row } = data.keptProject(params[0]);
      const scene = data.liveScenes(row.id).find(({ id }) => id === params[1]);
      if (!scene) throw notFound();
      return pageOf(
        data.versions.map((version) => ({
          ...version,
          dropped: version.dropped.filter(({ url }) => !scene.imageUrls.includes(url)),
        })),
        query,
      );
    },
  );
  const take = (way: 'undo' | 'redo') =>
    server.serve(
      `POST /api/projects/:id/${way}`,
      { body: takeStepRequestSchema, query: nothing },
      ({ params, body }) => {
        data.keptProject(params[0]);
        const { step } = body;
        const fits = (entry: HistoryEntry) => entry.way === way && (!step || entry.revision === step.revision);
        const index = way === 'undo' ? data.history.findIndex(fits) : data.history.findLastIndex(fits);
        const entry = data.history[index];
        if (!entry) throw new Refused('conflict', `There is nothing to ${way}.`);
        data.history[index] = { ...entry, way: way === 'undo' ? 'redo' : 'undo' };
        return { json: { what: entry.what } };
      },
    );
  take('undo');
  take('redo');
  server.serve(
    'POST /api/projects/:id/restore-version',
    { body: restoreVersionRequestSchema, query: nothing },
    ({ params }) => ({ json: data.present(data.keptProject(params[0])) }),
  );
  server.serve(
    'POST /api/projects/:id/copy-version',
    { body: copyVersionRequestSchema, query: nothing },
    ({ params }) => {
      const { row } = data.keptProject(params[0]);
      const title = `${row.title} (Copy)`;
      const copy = data.addProject({ ...row, title, id: data.nextId(), revision: data.nextRevision() });
      for (const scene of data.liveScenes(row.id)) data.addScene(copyScene(data, scene, copy.row.id));
      return { json: data.present(copy) };
    },
  );
}
