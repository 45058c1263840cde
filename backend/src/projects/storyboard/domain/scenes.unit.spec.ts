import { createSceneRequestSchema } from '@storyreel/contracts';
import { userContext } from '../../../eventsourcing/commands/command-context';
import type { ProjectEvent } from './events';
import { liveScenes, projectAggregate } from './project';
import { given, OWNER, testEnvironment } from '../../../testing/given-when-then';
import { created, image, imageJobQueued, PROJECT, scene, sceneId } from '../../../testing/project-fixtures';
import {
  AddScene,
  decideAddScene,
  decideDuplicateScene,
  decideEditScene,
  decideReorderScenes,
  DuplicateScene,
  EditScene,
  ReorderScenes,
} from './scene-commands';
import {
  decideDeleteAllScenes,
  decideDeleteScene,
  decideRestoreAllScenes,
  decideRestoreScene,
  DeleteAllScenes,
  DeleteScene,
  RestoreAllScenes,
  RestoreScene,
} from './delete-scenes';

const context = userContext(OWNER, { commandId: 'command' });
const defaults = createSceneRequestSchema.parse({ projectId: PROJECT });
const add = () => new AddScene(PROJECT, { ...defaults, sceneId: sceneId(9) }, context);
/** Places scenes with these order numbers, spaced as for a new story: 10, 20 and so on. */
const placed = (numbers: number[]) => numbers.map((n, at) => scene(n, { order: (at + 1) * 10 }));
const added = (n: number): ProjectEvent => ({ type: 'SceneAdded', data: { scene: scene(n, { order: 91 }) } });
const orders = (state: Parameters<typeof liveScenes>[0]) => liveScenes(state).map(({ id, order }) => [id, order]);

describe('adding a scene', () => {
  it('takes the largest order plus 1, and the default texts [SCENE-15, SCENE-16, SCENE-18]', () => {
    given(projectAggregate, [created([scene(1), scene(7)])])
      .when((s, e) => decideAddScene(add(), s, e))
      .thenState((state) =>
        expect(state.scenes[sceneId(9)]).toMatchObject({
          order: 71,
          title: 'New Scene',
          description: 'A new scene for your story',
          duration: 5,
          imageStatus: 'pending',
        }),
      );
  });

  it('does nothing when repeated', () => {
    given(projectAggregate, [created([scene(9)])])
      .when((s, e) => decideAddScene(add(), s, e))
      .then([]);
  });

  it('is refused in another user’s project', () => {
    given(projectAggregate, [created()])
      .when((s, e) => decideAddScene(add(), s, e), testEnvironment({ ownerId: 'somebody-else' }))
      .refused('not_found');
  });
});

describe('a scene stored before newer fields existed', () => {
  it('has their default values', () => {
    const { sourceText: _, ...older } = scene(1);
    const stored: ProjectEvent = JSON.parse(JSON.stringify({ type: 'SceneAdded', data: { scene: older } }));
    const { state } = given(projectAggregate, [created(), stored]);
    expect(state.scenes[sceneId(1)]).toMatchObject({ title: 'Scene 1', sourceText: '' });
  });
});

describe('reordering', () => {
  const reorder = (...ids: number[]) => new ReorderScenes(PROJECT, { sceneIds: ids.map(sceneId) }, context);

  it('numbers every scene by its position times 10 [SCENE-17]', () => {
    given(projectAggregate, [created([scene(1), scene(2), scene(3)])])
      .when((s, e) => decideReorderScenes(reorder(3, 1, 2), s, e))
      .thenState((state) =>
        expect(orders(state)).toEqual([
          [sceneId(3), 10],
          [sceneId(1), 20],
          [sceneId(2), 30],
        ]),
      );
  });

  it('keeps a scene that was added meanwhile, at the end', () => {
    given(projectAggregate, [created([scene(1), scene(2), scene(3)])])
      .when((s, e) => decideReorderScenes(reorder(2, 1), s, e))
      .thenState((state) => expect(liveScenes(state).map(({ id }) => id)).toEqual([2, 1, 3].map(sceneId)));
  });

  it('does nothing for the present order', () => {
    given(projectAggregate, [created([scene(1), scene(2)])])
      .when((s, e) => decideReorderScenes(reorder(1, 2), s, e))
      .then([]);
  });

  it('is refused for a scene of another project', () => {
    given(projectAggregate, [created([scene(1)])])
      .when((s, e) => decideReorderScenes(reorder(1, 8), s, e))
      .refused('not_found');
  });
});

describe('duplicating a scene', () => {
  it('puts the copy right after the original', () => {
    const duplicate = new DuplicateScene(PROJECT, { sceneId: sceneId(1), copyId: sceneId(9) }, context);
    given(projectAggregate, [created([scene(1), scene(2)])])
      .when((s, e) => decideDuplicateScene(duplicate, s, e))
      .thenState((state) => expect(liveScenes(state).map(({ id }) => id)).toEqual([1, 9, 2].map(sceneId)));
  });

  it('copies the speaker, the line and the narration', () => {
    const speech = { url: '/api/media/line', seconds: 2.5, text: 'Once.', voice: 'alto' };
    const spoken = { narration: 'Once.', speaker: 'Mara', speech, speechStatus: 'complete' as const };
    const duplicate = new DuplicateScene(PROJECT, { sceneId: sceneId(1), copyId: sceneId(9) }, context);
    given(projectAggregate, [created([scene(1, spoken)])])
      .when((s, e) => decideDuplicateScene(duplicate, s, e))
      .thenState((state) => expect(state.scenes[sceneId(9)]).toMatchObject(spoken));
  });
});

describe('deleting and restoring', () => {
  const remove = new DeleteScene(PROJECT, { sceneId: sceneId(1) }, context);
  const restore = new RestoreScene(PROJECT, { sceneId: sceneId(1) }, context);

  it('ends the scene’s job and restores the scene at its place', () => {
    const past = [created([scene(1), scene(2)]), imageJobQueued(1, 'job', ['a', 'b', 'c', 'd'])];
    given(projectAggregate, past)
      .when((s, e) => decideDeleteScene(remove, s, e))
      .then([
        { type: 'ImageJobFailed', data: { jobId: 'job', sceneId: sceneId(1), error: 'The scene was deleted.' } },
        { type: 'SceneDeleted', data: { sceneId: sceneId(1) } },
      ]);
    given(projectAggregate, [...past, { type: 'SceneDeleted', data: { sceneId: sceneId(1) } }])
      .when((s, e) => decideRestoreScene(restore, s, e))
      .thenState((state) => expect(liveScenes(state)[0]?.id).toBe(sceneId(1)));
  });

  it.each<[string, ProjectEvent[], number[]]>([
    ['at the end, when another story is in its place', [], [4, 5, 1, 2]],
    ['in their place, when the others are from the same story', [added(9)], [1, 2, 9]],
  ])('restores scenes of a story %s', (_where, byHand, expected) => {
    const isCleared = byHand.length > 0;
    const removedIds = [sceneId(1), sceneId(2)];
    const gone: ProjectEvent = isCleared
      ? { type: 'AllScenesDeleted', data: { sceneIds: removedIds } }
      : { type: 'ScenesReplaced', data: { removedIds, scenes: placed([4, 5]), holdId: 'hold' } };
    const back = (n: number) => new RestoreScene(PROJECT, { sceneId: sceneId(n) }, context);
    const restoredFirst: ProjectEvent[] = isCleared
      ? [{ type: 'SceneRestored', data: { sceneId: sceneId(1) } }]
      : [
          { type: 'SceneRestored', data: { sceneId: sceneId(1) } },
          { type: 'SceneReordered', data: { orders: [{ sceneId: sceneId(1), order: 21 }] } },
        ];
    const past = [created(placed([1, 2])), gone, ...byHand];
    given(projectAggregate, past)
      .when((s, e) => decideRestoreScene(back(1), s, e))
      .then(restoredFirst);
    given(projectAggregate, [...past, ...restoredFirst])
      .when((s, e) => decideRestoreScene(back(2), s, e))
      .thenState((state) => expect(liveScenes(state).map(({ id }) => id)).toEqual(expected.map(sceneId)));
  });

  it('refuses a second deletion and ignores a second restore', () => {
    given(projectAggregate, [created([scene(1)]), { type: 'SceneDeleted', data: { sceneId: sceneId(1) } }])
      .when((s, e) => decideDeleteScene(remove, s, e))
      .refused('not_found');
    given(projectAggregate, [created([scene(1)])])
      .when((s, e) => decideRestoreScene(restore, s, e))
      .then([]);
  });

  it('undoes Delete All with everything in order', () => {
    const deletedAll = { type: 'AllScenesDeleted' as const, data: { sceneIds: [sceneId(1), sceneId(2)] } };
    given(projectAggregate, [created([scene(1), scene(2)])])
      .when((s, e) => decideDeleteAllScenes(new DeleteAllScenes(PROJECT, {}, context), s, e))
      .then([deletedAll]);
    given(projectAggregate, [created([scene(1), scene(2)]), deletedAll])
      .when((s, e) => decideRestoreAllScenes(new RestoreAllScenes(PROJECT, {}, context), s, e))
      .thenState((state) => expect(liveScenes(state)).toHaveLength(2));
  });

  it('does nothing in an empty project, and undoes nothing in a new one', () => {
    given(projectAggregate, [created()])
      .when((s, e) => decideDeleteAllScenes(new DeleteAllScenes(PROJECT, {}, context), s, e))
      .then([]);
    given(projectAggregate, [created()])
      .when((s, e) => decideRestoreAllScenes(new RestoreAllScenes(PROJECT, {}, context), s, e))
      .refused('conflict');
  });
});

describe('editing a scene', () => {
  const edit = (data: object) => new EditScene(PROJECT, { ...data, sceneId: sceneId(1) }, context);

  it('records only the fields that differ', () => {
    const project = given(projectAggregate, [created([scene(1)])]);
    project
      .when((s, e) => decideEditScene(edit({ title: 'Dawn', duration: 5 }), s, e))
      .then([{ type: 'SceneEdited', data: { sceneId: sceneId(1), changes: { title: 'Dawn' } } }]);
    project.when((s, e) => decideEditScene(edit({ title: 'Scene 1', idempotencyKey: null }), s, e)).then([]);
  });

  const processing = [
    created([scene(1, { images: [image('x')], mainImageId: 'x', imageStatus: 'complete' })]),
    imageJobQueued(1, 'job', ['a', 'b']),
  ];

  it('marks processing slots failed, and ends a job without a waiting slot', () => {
    given(projectAggregate, processing)
      .when((s, e) => decideEditScene(edit({ imageStatuses: ['complete', 'failed', 'failed'] }), s, e))
      .then([
        { type: 'ImageSlotsFailed', data: { sceneId: sceneId(1), slotIds: ['a', 'b'] } },
        { type: 'ImageJobFailed', data: { jobId: 'job', sceneId: sceneId(1), error: 'The generation was cleared.' } },
      ]);
  });

  it('drops slots that are missing from the lists', () => {
    given(projectAggregate, processing)
      .when((s, e) => decideEditScene(edit({ imageUrls: ['/api/media/x'], imageJobIds: [null] }), s, e))
      .thenState((state) => expect(state.scenes[sceneId(1)]?.images.map(({ id }) => id)).toEqual(['x']));
  });

  it.each([
    ['an address without a slot', { imageUrls: ['https://example.com/evil.png'] }],
    ['lists of different lengths', { imageUrls: ['/api/media/x'], imageStatuses: ['complete', 'failed'] }],
    ['more slots than exist', { imageStatuses: ['complete', 'failed', 'failed', 'failed'] }],
    ['a complete slot set to failed', { imageStatuses: ['failed', 'processing', 'processing'] }],
    ['a processing slot set to complete', { imageStatuses: ['complete', 'complete', 'complete'] }],
  ])('refuses %s', (_, data) => {
    given(projectAggregate, processing)
      .when((s, e) => decideEditScene(edit(data), s, e))
      .refused('bad_request');
  });
});
