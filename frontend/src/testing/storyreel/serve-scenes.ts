import {
  createSceneRequestSchema,
  reorderScenesRequestSchema,
  restoreRequestSchema,
  type Scene,
  sceneListQuerySchema,
  splitSceneRequestSchema,
  titleOfScene,
  undoCutRequestSchema,
  updateSceneRequestSchema,
  type UpdateSceneRequest,
} from '@storyreel/contracts';
import { sceneWith } from '../media-fixtures';
import type { AccountData } from './account-data';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { notFound, Refused } from './refused';
import { endJob } from './serve-generation';
import { isPlayable, slotsOf, withSlots } from './scene-rows';
import { pageOf } from './paging';

const bare = { body: nothing, query: nothing };

/** Copies a scene; only finished media is copied, under new ids. */
export function copyScene(data: AccountData, scene: Scene, projectId: string): Scene {
  const slots = slotsOf(scene).filter(({ status }) => status === 'complete');
  const videos = scene.videos
    .filter(isPlayable)
    .map((video) => ({ was: video.id, video: { ...video, id: data.nextId() } }));
  const bareScene: Scene = {
    ...scene,
    id: data.nextId(),
    projectId,
    revision: data.nextRevision(),
    imageUrls: slots.map(({ url }) => url),
    imageStatuses: slots.map(({ status }) => status),
    imageJobIds: slots.map(() => null),
    imageIds: slots.map(() => data.nextId()),
    imageStatus: slots.length === 0 ? 'pending' : 'complete',
    videos: videos.map(({ video }) => video),
    mainVideoId: videos.find(({ was }) => was === scene.mainVideoId)?.video.id ?? null,
  };
  return bareScene;
}

/** Sets each scene's order to its position × 10. */
function number(data: AccountData, sceneIds: readonly string[]): void {
  for (const [at, id] of sceneIds.entries()) {
    const kept = data.keptScene(id);
    const order = (at + 1) * 10;
    if (kept.row.order !== order) data.setScene(kept, { ...kept.row, order });
  }
}

/** Fails jobs for which no slot is waiting any more. */
function endAbandoned(data: AccountData, before: Scene, after: Scene): void {
  const waiting = (scene: Scene) =>
    slotsOf(scene).flatMap(({ jobId, status }) => (status === 'processing' ? jobId : []));
  const left = waiting(after);
  for (const jobId of waiting(before)) if (!left.includes(jobId)) endJob(data, jobId, 'The generation was cleared.');
}

/** Checks the lists of a save: it may only drop slots or mark running ones as failed. */
function keepSlots(scene: Scene, { imageUrls, imageStatuses, imageJobIds }: UpdateSceneRequest): Scene {
  const lists = [imageUrls, imageStatuses, imageJobIds].filter((list) => list !== undefined);
  const [first] = lists;
  if (!first) return scene;
  const refused = new Refused('bad_request');
  if (lists.some(({ length }) => length !== first.length)) throw refused;
  const slots = slotsOf(scene);
  let next = 0;
  const kept = first.map((_, at) => {
    const status = imageStatuses?.[at];
    const found = slots.findIndex(
      (slot, index) =>
        index >= next &&
        (imageUrls === undefined || imageUrls[at] === slot.url) &&
        (imageJobIds === undefined || imageJobIds[at] === slot.jobId) &&
        (status === undefined || status === slot.status || (slot.status === 'processing' && status === 'failed')),
    );
    const slot = slots[found];
    if (!slot) throw refused;
    next = found + 1;
    return { ...slot, status: status ?? slot.status };
  });
  return withSlots(scene, kept);
}

export function serveScenes(server: FakeStoryreel): void {
  const { data } = server;
  server.serve('GET /api/scenes', { body: nothing, query: sceneListQuerySchema }, ({ query }) => {
    const { projectId, ...page } = query;
    const projects = projectId === undefined ? data.liveProjects() : [data.keptProject(projectId).row];
    return pageOf(
      projects.flatMap(({ id }) => data.liveScenes(id)),
      page,
    );
  });
  server.serve('GET /api/scenes/:id', bare, ({ params }) => ({ json: data.scene(params[0]) }));
  server.serve('POST /api/scenes', { body: createSceneRequestSchema, query: nothing }, ({ body }) => {
    const { projectId, idempotencyKey: _k, imageUrl, imageStatus: _s, order, ...fields } = body;
    data.keptProject(projectId);
    const largest = Math.max(0, ...data.liveScenes(projectId).map((scene) => scene.order));
    const slots = imageUrl ? [{ url: imageUrl }] : [];
    const row = sceneWith(slots, { ...fields, projectId, id: data.nextId(), order: order ?? largest + 1 });
    return { json: data.setScene(data.addScene(row), row) };
  });
  server.serve('PATCH /api/scenes/:id', { body: updateSceneRequestSchema, query: nothing }, ({ params, body }) => {
    const { imageUrls: _u, imageStatuses: _l, imageJobIds: _j, imageStatus: _s, idempotencyKey: _k, ...fields } = body;
    const kept = data.keptScene(params[0]);
    const row = keepSlots(kept.row, body);
    endAbandoned(data, kept.row, row);
    const textsEdited = row.textsEdited || ['description', 'imagePrompt', 'videoPrompt'].some((name) => name in fields);
    return { json: data.setScene(kept, { ...row, ...fields, textsEdited }) };
  });
  server.serve('POST /api/scenes/:id/duplicate', bare, ({ params }) => {
    const scene = data.scene(params[0]);
    const ids = data.liveScenes(scene.projectId).map(({ id }) => id);
    const copy = data.addScene(copyScene(data, scene, scene.projectId));
    ids.splice(ids.indexOf(scene.id) + 1, 0, copy.row.id);
    number(data, ids);
    return { json: data.scene(copy.row.id) };
  });
  const cuts = new Map<string, { removedIds: string[]; addedIds: string[] }>();
  /** Replaces scenes with others, as a split or a merge does. */
  const cut = (removed: Scene[], made: Scene[]): { cutId: string; scenes: Scene[] } => {
    const [first] = removed;
    if (!first) throw notFound();
    const ids = data.liveScenes(first.projectId).map(({ id }) => id);
    const at = ids.indexOf(first.id);
    for (const { id } of removed) data.remove(data.keptScene(id));
    const added = made.map((scene) => data.addScene(scene).row.id);
    const removedIds = removed.map(({ id }) => id);
    ids.splice(at, removed.length, ...added);
    number(data, ids);
    const cutId = data.nextId();
    cuts.set(cutId, { removedIds, addedIds: added });
    return { cutId, scenes: data.liveScenes(first.projectId) };
  };
  server.serve('POST /api/scenes/:id/split', { body: splitSceneRequestSchema, query: nothing }, ({ params, body }) => {
    const scene = data.scene(params[0]);
    const [head, tail] = [copyScene(data, scene, scene.projectId), copyScene(data, scene, scene.projectId)];
    const halves = [
      { ...head, sourceText: body.first },
      { ...tail, sourceText: body.second, title: titleOfScene(body.second), description: '' },
    ];
    return { json: cut([scene], halves) };
  });
  server.serve('POST /api/scenes/:id/merge', bare, ({ params }) => {
    const scene = data.scene(params[0]);
    const live = data.liveScenes(scene.projectId);
    const next = live[live.findIndex(({ id }) => id === scene.id) + 1];
    if (!next) throw new Refused('conflict', 'There is no next scene.');
    const merged = copyScene(data, scene, scene.projectId);
    return { json: cut([scene, next], [{ ...merged, sourceText: `${scene.sourceText}\n\n${next.sourceText}` }]) };
  });
  server.serve('POST /api/scenes/undo-cut', { body: undoCutRequestSchema, query: nothing }, ({ body }) => {
    const made = cuts.get(body.cutId);
    if (!made) throw new Refused('conflict', 'There is nothing to undo.');
    for (const kept of data.scenes) {
      if (made.addedIds.includes(kept.row.id)) data.remove(kept);
      if (made.removedIds.includes(kept.row.id)) kept.deleted = false;
    }
    return { json: data.liveScenes(body.projectId) };
  });
  server.serve('DELETE /api/scenes/:id', bare, ({ params }) => {
    const kept = data.keptScene(params[0]);
    data.remove(kept);
    data.setScene(kept, kept.row);
    return { json: { id: kept.row.id } };
  });
  server.serve('POST /api/scenes/restore', { body: restoreRequestSchema, query: nothing }, ({ body }) => {
    const kept = data.scenes.find(({ row }) => row.id === body.id);
    if (!kept) throw notFound();
    kept.deleted = false;
    return { json: data.setScene(kept, kept.row) };
  });
  server.serve('POST /api/scenes/reorder', { body: reorderScenesRequestSchema, query: nothing }, ({ body }) => {
    data.keptProject(body.projectId);
    const own = data.scenes.filter(({ row }) => row.projectId === body.projectId);
    if (body.sceneIds.some((id) => !own.some(({ row }) => row.id === id))) throw notFound();
    const live = data.liveScenes(body.projectId).map(({ id }) => id);
    const named = body.sceneIds.filter((id) => live.includes(id));
    number(data, [...new Set([...named, ...live])]);
    return { json: data.liveScenes(body.projectId) };
  });
}
