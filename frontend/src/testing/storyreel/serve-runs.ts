import {
  runFilterSchema,
  runListQuerySchema,
  type RunDetail,
  type SceneRun,
  sceneRunSchema,
} from '@storyreel/contracts';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { pageOf } from './paging';
import { notFound } from './refused';

const listed = (run: RunDetail): SceneRun =>
  sceneRunSchema.parse({ ...run, assetUrls: run.assets.map(({ url }) => url) });

/** Serves the runs that a test has set; the list of runs is always empty. */
export function serveRuns(server: FakeStoryreel): void {
  server.serve('GET /api/runs', { body: nothing, query: runListQuerySchema }, () => ({ json: [] }));
  server.serve('GET /api/runs/counts', { body: nothing, query: runFilterSchema }, () => ({
    json: { queued: 0, running: 0, complete: 0, failed: 0 },
  }));
  const page = { body: nothing, query: runListQuerySchema.pick({ limit: true, cursor: true }) };
  server.serve('GET /api/scenes/:id/runs', page, ({ params, query }) => {
    const scene = server.data.scene(params[0] ?? '');
    return pageOf(server.data.runs.filter(({ sceneId }) => sceneId === scene.id).map(listed), query);
  });
  server.serve('GET /api/runs/errors', { body: nothing, query: runFilterSchema }, () => ({ json: [] }));
  server.serve('GET /api/runs/:id', { body: nothing, query: nothing }, ({ params }) => {
    const found = server.data.runs.find(({ id }) => id === params[0]);
    if (!found) throw notFound();
    return { json: found };
  });
}
