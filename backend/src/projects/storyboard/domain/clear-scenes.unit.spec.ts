import { userContext } from '../../../eventsourcing/commands/command-context';
import { given, OWNER, testEnvironment } from '../../../testing/given-when-then';
import { created, imageJobQueued, PROJECT, scene, sceneId, videoJobQueued } from '../../../testing/project-fixtures';
import { decideDeleteAllScenes, decideRestoreAllScenes, DeleteAllScenes, RestoreAllScenes } from './delete-scenes';
import type { ProjectEvent } from './events';
import { liveScenes, projectAggregate } from './project';

const by = (commandId = 'command') => userContext(OWNER, { commandId });
const theirs = testEnvironment({ ownerId: 'somebody-else' });
const deleteAll = (commandId?: string) => new DeleteAllScenes(PROJECT, {}, by(commandId));
const restoreAll = (commandId?: string) => new RestoreAllScenes(PROJECT, {}, by(commandId));
const [one, two, three] = [sceneId(1), sceneId(2), sceneId(3)] as const;
const project = created([scene(1), scene(2), scene(3)]);
const cleared: ProjectEvent = { type: 'AllScenesDeleted', data: { sceneIds: [one, two, three] } };
const replaced = (scenes = [scene(4), scene(5)]): ProjectEvent => ({
  type: 'ScenesReplaced',
  data: { removedIds: [one, two, three], scenes, holdId: 'hold' },
});
const deleted = (id: string): ProjectEvent => ({ type: 'SceneDeleted', data: { sceneId: id } });

describe('deleting all scenes', () => {
  it('deletes the existing ones, in their order, and ends their jobs', () => {
    given(projectAggregate, [project, deleted(two), imageJobQueued(3, 'images', ['s1']), videoJobQueued(1, 'clip')])
      .when((s, e) => decideDeleteAllScenes(deleteAll(), s, e))
      .then([
        { type: 'ImageJobFailed', data: { jobId: 'images', sceneId: three, error: 'The scene was deleted.' } },
        { type: 'VideoJobFailed', data: { jobId: 'clip', sceneId: one, error: 'The scene was deleted.' } },
        { type: 'AllScenesDeleted', data: { sceneIds: [one, three] } },
      ]);
    given(projectAggregate, [project])
      .when((s, e) => decideDeleteAllScenes(deleteAll(), s, e))
      .thenState((state) => expect(liveScenes(state)).toEqual([]));
  });

  it('happens once, also when scenes were added since', () => {
    const added: ProjectEvent = { type: 'SceneAdded', data: { scene: scene(4) } };
    given(projectAggregate, [project, cleared, added])
      .when((s, e) => decideDeleteAllScenes(deleteAll('command-1'), s, e))
      .then([]);
    given(projectAggregate, [project, cleared])
      .when((s, e) => decideDeleteAllScenes(deleteAll(), s, e))
      .then([]);
    given(projectAggregate, [project])
      .when((s, e) => decideDeleteAllScenes(deleteAll(), s, e), theirs)
      .refused('not_found');
  });
});

describe('undoing a deletion or a split of a story into scenes', () => {
  it('restores deleted scenes, and leaves those added by hand since', () => {
    const added: ProjectEvent = { type: 'SceneAdded', data: { scene: scene(4) } };
    given(projectAggregate, [project, cleared, added])
      .when((s, e) => decideRestoreAllScenes(restoreAll(), s, e))
      .then([{ type: 'AllScenesRestored', data: { restoredIds: [one, two, three], removedIds: [] } }]);
  });

  it('removes scenes that Create Scenes has made, and ends their jobs', () => {
    given(projectAggregate, [project, replaced(), deleted(sceneId(5)), imageJobQueued(4, 'images', ['s1'])])
      .when((s, e) => decideRestoreAllScenes(restoreAll(), s, e))
      .then([
        {
          type: 'ImageJobFailed',
          data: { jobId: 'images', sceneId: sceneId(4), error: 'The scene was removed by an undo.' },
        },
        { type: 'AllScenesRestored', data: { restoredIds: [one, two, three], removedIds: [sceneId(4)] } },
      ]);
    given(projectAggregate, [project, replaced()])
      .when((s, e) => decideRestoreAllScenes(restoreAll(), s, e))
      .thenState((state) => expect(liveScenes(state).map(({ id }) => id)).toEqual([one, two, three]));
  });

  it('happens once, and only where there is something to undo', () => {
    const restored: ProjectEvent = {
      type: 'AllScenesRestored',
      data: { restoredIds: [one, two, three], removedIds: [] },
    };
    given(projectAggregate, [project, cleared, restored, cleared])
      .when((s, e) => decideRestoreAllScenes(restoreAll('command-2'), s, e))
      .then([]);
    given(projectAggregate, [project, cleared, restored])
      .when((s, e) => decideRestoreAllScenes(restoreAll(), s, e))
      .refused('conflict');
    given(projectAggregate, [project, cleared])
      .when((s, e) => decideRestoreAllScenes(restoreAll(), s, e), theirs)
      .refused('not_found');
  });

  it('is refused above the limit of scenes, counting the restored ones and not those removed', () => {
    const many = (from: number, count: number) => Array.from({ length: count }, (_, n) => scene(from + n));
    const of = (scenes: ReturnType<typeof many>): ProjectEvent => ({
      type: 'AllScenesDeleted',
      data: { sceneIds: scenes.map(({ id }) => id) },
    });
    const first = many(1, 600);
    const byHand = (count: number) =>
      many(2_000, count).map((each): ProjectEvent => ({ type: 'SceneAdded', data: { scene: each } }));
    given(projectAggregate, [created(first), of(first), ...byHand(400)])
      .when((s, e) => decideRestoreAllScenes(restoreAll(), s, e))
      .thenState((state) => expect(liveScenes(state)).toHaveLength(1_000));
    given(projectAggregate, [created(first), of(first), ...byHand(401)])
      .when((s, e) => decideRestoreAllScenes(restoreAll(), s, e))
      .refused('limit_reached');
    const made: ProjectEvent = {
      type: 'ScenesReplaced',
      data: { removedIds: first.map(({ id }) => id), scenes: many(1_000, 600), holdId: 'hold' },
    };
    given(projectAggregate, [created(first), made])
      .when((s, e) => decideRestoreAllScenes(restoreAll(), s, e))
      .thenState((state) => expect(liveScenes(state)).toHaveLength(600));
    // Scenes that were deleted individually earlier stay deleted and do not count.
    const gone = byHand(401).flatMap((event, n) => [event, deleted(sceneId(2_000 + n))]);
    given(projectAggregate, [created(first), ...gone, of(first)])
      .when((s, e) => decideRestoreAllScenes(restoreAll(), s, e))
      .thenState((state) => expect(liveScenes(state)).toHaveLength(600));
  });
});
