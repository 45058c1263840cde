import type { createSceneRequestSchema, UpdateSceneRequest } from '@storyreel/contracts';
import type { z } from 'zod';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import { changesOf } from '../../../eventsourcing/domain/aggregate';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError, notFound } from '../../../lib/domain-error';
import type { ProjectEvent } from './events';
import { isActive, isImageWork, jobEventType } from './jobs';
import { liveScenes, ownProject, ownScene, projectAggregate, SceneCommand } from './project';
import { withinProjectLimits } from './project-limits';
import type { ProjectState } from './project';
import { copyOf, EMPTY_SCENE } from './scene';
import type { ImageSlot, SceneContent, SceneState } from './scene';

type NewScene = Omit<z.output<typeof createSceneRequestSchema>, 'projectId' | 'idempotencyKey'>;

/** Returns the order value for a scene after all others. */
export const nextOrder = (scenes: readonly Pick<SceneContent, 'order'>[]): number =>
  Math.max(0, ...scenes.map(({ order }) => order)) + 1;

/** The scene's id is derived from the command, so that a repeat finds the scene. */
export class AddScene extends SceneCommand<NewScene> {}

export function decideAddScene({ data }: AddScene, state: ProjectState, env: Environment): ProjectEvent[] {
  ownProject(state, env);
  if (state.scenes[data.sceneId]) return [];
  const scenes = liveScenes(state);
  const { sceneId: id, imageUrl, imageStatus: _s, order = nextOrder(scenes), ...fields } = data;
  const images = imageUrl ? [{ id: env.nextId(), url: imageUrl, status: 'complete' as const, jobId: null }] : [];
  const scene: SceneContent = {
    ...EMPTY_SCENE,
    ...fields,
    id,
    order,
    images,
    mainImageId: images[0]?.id ?? null,
    imageStatus: images.length > 0 ? 'complete' : 'pending',
  };
  withinProjectLimits([...scenes, scene]);
  return [{ type: 'SceneAdded', data: { scene } }];
}

export const AddSceneHandler = handlerFor(AddScene, projectAggregate, decideAddScene);

type Lists = Pick<UpdateSceneRequest, 'imageUrls' | 'imageStatuses' | 'imageJobIds'>;

const refuse = (): never => {
  throw new DomainError(
    'bad_request',
    'imageUrls, imageStatuses and imageJobIds may only drop slots or mark processing ones failed.',
  );
};

const mayBecome = (slot: ImageSlot, status: string | undefined): boolean =>
  status === undefined || status === slot.status || (slot.status === 'processing' && status === 'failed');

/**
 * Reads the image changes in a PATCH, which sends parallel lists. The entries must be existing slots in their order;
 * omitted slots are dropped, and a processing slot may be marked as failed.
 * @throws DomainError bad_request for any other change
 */
function slotChanges(state: ProjectState, scene: SceneState, lists: Lists): ProjectEvent[] {
  const given = [lists.imageUrls, lists.imageStatuses, lists.imageJobIds].filter((list) => list !== undefined);
  const [first] = given;
  if (!first) return [];
  if (given.some((list) => list.length !== first.length)) refuse();

  const kept: { slot: ImageSlot; status: string | undefined }[] = [];
  let next = 0;
  for (let entry = 0; entry < first.length; entry++) {
    const status = lists.imageStatuses?.[entry];
    const found = scene.images.findIndex(
      (slot, index) =>
        index >= next &&
        (lists.imageUrls === undefined || lists.imageUrls[entry] === slot.url) &&
        (lists.imageJobIds === undefined || lists.imageJobIds[entry] === slot.jobId) &&
        mayBecome(slot, status),
    );
    const slot = scene.images[found] ?? refuse();
    kept.push({ slot, status });
    next = found + 1;
  }
  const keptIds = new Set(kept.map(({ slot }) => slot.id));
  const dropped = scene.images.filter((slot) => !keptIds.has(slot.id)).map((slot) => slot.id);
  const failed = kept
    .filter(({ slot, status }) => status !== undefined && status !== slot.status)
    .map(({ slot }) => slot.id);
  return [
    ...(dropped.length > 0
      ? [{ type: 'ImageSlotsRemoved' as const, data: { sceneId: scene.id, slotIds: dropped } }]
      : []),
    ...(failed.length > 0 ? [{ type: 'ImageSlotsFailed' as const, data: { sceneId: scene.id, slotIds: failed } }] : []),
    ...abandonedJobs(state, scene, new Set([...dropped, ...failed])),
  ];
}

/** Fails the scene's image jobs without a slot that waits for them, so that their zaps are released. */
export function abandonedJobs(state: ProjectState, scene: SceneState, gone: ReadonlySet<string>): ProjectEvent[] {
  const waiting = new Set(
    scene.images.filter((slot) => slot.status === 'processing' && !gone.has(slot.id)).map((slot) => slot.jobId),
  );
  return Object.values(state.jobs)
    .filter((job) => isImageWork(job) && job.sceneId === scene.id && isActive(job) && !waiting.has(job.jobId))
    .map(({ kind, jobId }) => ({
      type: jobEventType(kind, 'Failed'),
      data: { jobId, sceneId: scene.id, error: 'The generation was cleared.' },
    }));
}

export class EditScene extends SceneCommand<UpdateSceneRequest> {}

/**
 * Decides an edit. `imageStatus` and `idempotencyKey` are accepted but not stored: the image status follows from the
 * slots.
 */
export function decideEditScene({ data }: EditScene, state: ProjectState, env: Environment): ProjectEvent[] {
  const { sceneId, imageUrls, imageStatuses, imageJobIds, imageStatus: _s, idempotencyKey: _k, ...fields } = data;
  const scene = ownScene(state, sceneId, env);
  const { order, ...texts } = fields;
  const changes = changesOf({ ...scene }, order === undefined ? texts : { ...texts, order });
  if (changes)
    withinProjectLimits(liveScenes(state).map((other) => (other === scene ? { ...scene, ...changes } : other)));
  return [
    ...(changes ? [{ type: 'SceneEdited' as const, data: { sceneId, changes } }] : []),
    ...slotChanges(state, scene, { imageUrls, imageStatuses, imageJobIds }),
  ];
}

export const EditSceneHandler = handlerFor(EditScene, projectAggregate, decideEditScene);

export class DuplicateScene extends SceneCommand<{ copyId: string }> {}

/** Puts the copy directly after the original, and renumbers all scenes to make room. */
export function decideDuplicateScene(
  { data: { sceneId, copyId } }: DuplicateScene,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  ownProject(state, env);
  // Check this first, so that a repeat finds its copy even if the original has been deleted since.
  if (state.scenes[copyId]) return [];
  const original = ownScene(state, sceneId, env);
  const scenes = liveScenes(state);
  const scene = copyOf(original, copyId, () => env.nextId());
  withinProjectLimits([...scenes, scene]);
  const ids = scenes.map(({ id }) => id);
  ids.splice(ids.indexOf(sceneId) + 1, 0, copyId);
  return [
    { type: 'SceneAdded', data: { scene } },
    { type: 'SceneReordered', data: { orders: numbered(ids) } },
  ];
}

/** Gives scenes order values: their position × 10, positions counting from 1. */
export const numbered = (sceneIds: string[]): { sceneId: string; order: number }[] =>
  sceneIds.map((sceneId, index) => ({ sceneId, order: (index + 1) * 10 }));

export const DuplicateSceneHandler = handlerFor(DuplicateScene, projectAggregate, decideDuplicateScene);

export class ReorderScenes extends AggregateCommand<ProjectState, { sceneIds: string[] }> {}

/**
 * Reorders scenes. Scenes missing from the list (added meanwhile in another window) come after the listed ones, in
 * their earlier order.
 */
export function decideReorderScenes(
  { data: { sceneIds } }: ReorderScenes,
  state: ProjectState,
  env: Environment,
): ProjectEvent[] {
  const scenes = liveScenes(ownProject(state, env));
  const known = new Set(Object.keys(state.scenes));
  if (sceneIds.some((id) => !known.has(id))) throw notFound();
  const live = new Set(scenes.map((scene) => scene.id));
  const named = new Set(sceneIds.filter((id) => live.has(id)));
  const rest = scenes.map((scene) => scene.id).filter((id) => !named.has(id));
  const orders = numbered([...named, ...rest]).filter(({ sceneId, order }) => state.scenes[sceneId]?.order !== order);
  return orders.length > 0 ? [{ type: 'SceneReordered', data: { orders } }] : [];
}

export const ReorderScenesHandler = handlerFor(ReorderScenes, projectAggregate, decideReorderScenes);
