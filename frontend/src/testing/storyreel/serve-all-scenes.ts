import {
  describeSceneRequestSchema,
  continuityRequestSchema,
  isBlank,
  processStoryRequestSchema,
  restoreAllScenesRequestSchema,
} from '@storyreel/contracts';
import { sceneWith } from '../media-fixtures';
import { type FakeStoryreel, nothing } from './fake-storyreel';
import { charge, TEXT } from './money';
import { Refused } from './refused';

const bare = { body: nothing, query: nothing };

/** Serves the routes that delete, create and restore all scenes of a project. */
export function serveAllScenes(server: FakeStoryreel): void {
  const { data } = server;
  const removeAll = (projectId: string): string[] => {
    const removed = data.scenes.filter(({ row, deleted }) => row.projectId === projectId && !deleted);
    for (const kept of removed) data.remove(kept);
    return removed.map(({ row }) => row.id);
  };
  server.serve('DELETE /api/scenes/all/:projectId', bare, ({ params }) => {
    const kept = data.keptProject(params[0]);
    const removedIds = removeAll(kept.row.id);
    if (removedIds.length > 0) kept.clearing = { removedIds, addedIds: [] };
    return { json: { deletedCount: removedIds.length } };
  });
  server.serve('POST /api/scenes/process-story', { body: processStoryRequestSchema, query: nothing }, ({ body }) => {
    const kept = data.keptProject(body.projectId);
    if (isBlank(kept.row.story)) throw new Refused('bad_request', 'Please write or upload a story first.');
    charge(data, { ...TEXT, operation: 'process_story', projectId: kept.row.id });
    const removedIds = removeAll(kept.row.id);
    const added = ['Dawn', 'Dusk'].map((title, at) =>
      data.addScene(
        sceneWith([], { id: data.nextId(), projectId: kept.row.id, title, description: '', order: (at + 1) * 10 }),
      ),
    );
    kept.clearing = { removedIds, addedIds: added.map(({ row }) => row.id) };
    return { json: { sceneCount: added.length } };
  });
  server.serve('POST /api/scenes/restore-all', { body: restoreAllScenesRequestSchema, query: nothing }, ({ body }) => {
    const kept = data.keptProject(body.projectId);
    if (!kept.clearing) throw new Refused('conflict', 'There is nothing to undo.');
    const { removedIds, addedIds } = kept.clearing;
    for (const scene of data.scenes) {
      if (addedIds.includes(scene.row.id)) data.remove(scene);
      if (removedIds.includes(scene.row.id)) scene.deleted = false;
    }
    kept.clearing = null;
    return { json: { restoredCount: data.liveScenes(kept.row.id).length } };
  });
}

/** Serves the routes for texts that a model writes. */
export function serveWriting(server: FakeStoryreel): void {
  const { data } = server;
  server.serve(
    'POST /api/ai/generate/scene-description/:sceneId',
    { body: describeSceneRequestSchema, query: nothing },
    ({ params }) => {
      const kept = data.keptScene(params[0]);
      charge(data, { ...TEXT, operation: 'scene_description', projectId: kept.row.projectId });
      const written = { description: 'Described.', imagePrompt: 'Painted.', videoPrompt: 'Moved.', textsEdited: false };
      return { json: { scene: data.setScene(kept, { ...kept.row, ...written }), description: written.description } };
    },
  );
  server.serve('POST /api/scenes/:sceneId/enhance-prompt', bare, ({ params }) => {
    const kept = data.keptScene(params[0]);
    if (isBlank(kept.row.imagePrompt)) throw new Refused('bad_request', 'Please add an image prompt first.');
    charge(data, { ...TEXT, operation: 'enhance_prompt', projectId: kept.row.projectId });
    data.setScene(kept, { ...kept.row, imagePrompt: 'Enhanced.' });
    return { json: { enhancedPrompt: 'Enhanced.' } };
  });
  server.serve('POST /api/ai/generate/video-prompt/:sceneId', bare, ({ params }) => {
    const kept = data.keptScene(params[0]);
    if (isBlank(kept.row.description)) throw new Refused('bad_request', 'No scene description available.');
    charge(data, { ...TEXT, operation: 'video_prompt', projectId: kept.row.projectId });
    data.setScene(kept, { ...kept.row, videoPrompt: 'Slow pan.' });
    return { json: { videoPrompt: 'Slow pan.' } };
  });
  server.serve('POST /api/ai/generate/continuity', { body: continuityRequestSchema, query: nothing }, ({ body }) => {
    charge(data, { ...TEXT, operation: 'continuity', projectId: body.projectId ?? '' });
    return { json: { characters: 'Mira: tall, red coat', environments: 'A lighthouse', props: 'A lamp' } };
  });
}
