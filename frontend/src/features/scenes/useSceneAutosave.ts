import type { Scene, SceneFields } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import type { QueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { createAutosave } from '../../platform/autosave/autosave';
import type { Autosave, AutosaveHooks } from '../../platform/autosave/autosave';
import {
  acquireAutosave,
  findAutosave,
  flushAutosaves,
  holdAutosave,
  subscribeToAutosaves,
  useAutosave,
} from '../../platform/autosave/autosave-registry';
import type { AutosaveField } from '../../platform/autosave/autosave-registry';
import { ApiError, apiRequest, fitsKeepalive } from '../../platform/http/api-client';
import { expectSchemas, lazySchema, schemaWhenHere } from '../../platform/lazy/lazy-schema';
import { ownWrite } from '../../platform/realtime/push-refresh';
import { useExternalStore } from '../../platform/store';
import { tellError, tellFailure } from '../../ui';
import { refreshProject } from '../projects/api';
import { cachedScenes, countsDiffer, setSceneInCache } from './api';

/** What the server writes of a scene when it is asked to. */
const WRITTEN: ReadonlySet<keyof SceneFields> = new Set(['description', 'imagePrompt', 'videoPrompt']);
/** The scenes whose texts this window has asked for, and whose answers are not all here yet. */
const asked = new Map<string, number>();
/** Tells whether the texts of a project's scenes are being written by something else that was asked to. */
export type TextWriter = (queryClient: QueryClient, projectId: string, now: number) => boolean;

/** What writes texts of many scenes says so here: domains that this one knows nothing of. */
export const textWriters = new Set<TextWriter>();

/** Does work that has a scene's texts written: what changes meanwhile is not another window's doing. */
export async function whileWritten<T>(sceneId: string, work: () => Promise<T>): Promise<T> {
  asked.set(sceneId, (asked.get(sceneId) ?? 0) + 1);
  try {
    return await work();
  } finally {
    const left = (asked.get(sceneId) ?? 1) - 1;
    if (left > 0) asked.set(sceneId, left);
    else asked.delete(sceneId);
  }
}

/** Whether a new text of this field is one that was generated. */
export function isGenerated(
  queryClient: QueryClient,
  { id, projectId }: Pick<Scene, 'id' | 'projectId'>,
  field: keyof SceneFields,
  now = Date.now(),
): boolean {
  if (!WRITTEN.has(field)) return false;
  return asked.has(id) || [...textWriters].some((writes) => writes(queryClient, projectId, now));
}

/**
 * Sends the changed fields only, so that edits of different fields never overwrite each other. Resolves to the newest
 * known scene, which is not the answer when somebody else saved right after.
 */
async function saveSceneField(
  queryClient: QueryClient,
  sceneId: string,
  changed: Partial<SceneFields>,
  signal?: AbortSignal,
): Promise<Scene> {
  const options = { schema: lazySchema('sceneSchema'), signal, keepalive: fitsKeepalive(changed) };
  const scene = await ownWrite<Scene>(
    ({ projectId }) => projectId,
    () => apiRequest('PATCH', `/api/scenes/${sceneId}`, changed, options),
  );
  const before = cachedScenes(queryClient, scene.projectId).find(({ id }) => id === sceneId);
  setSceneInCache(queryClient, scene);
  if (before && countsDiffer(before, scene)) refreshProject(queryClient, scene.projectId);
  return cachedScenes(queryClient, scene.projectId).find(({ id }) => id === sceneId) ?? scene;
}

export const SCENE_DEBOUNCE_MS = 1500;

const UNSAVED = "Changes couldn't be saved.";
/** The edit waits in this browser until its scene is there again. */
const WORDS_WAIT =
  "Changes couldn't be saved. This scene was deleted: restore it from Recently Deleted, and your words are back.";
/** Deleted in another window while it was being written in here. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

type FieldName = keyof SceneFields;
const sceneKey = (sceneId: string): string => `scene/${sceneId}/`;
const fieldKey = (sceneId: string, field: FieldName): string => `${sceneKey(sceneId)}${field}`;

function createSceneAutosave<F extends FieldName>(
  queryClient: QueryClient,
  scene: Scene,
  field: F,
  hooks: AutosaveHooks<SceneFields[F]>,
): Autosave<SceneFields[F]> {
  return createAutosave<SceneFields[F]>({
    ...hooks,
    onReplaced: (value, by) =>
      hooks.onReplaced?.(value, by === 'other window' && isGenerated(queryClient, scene, field) ? 'generation' : by),
    stored: scene[field],
    debounceMs: SCENE_DEBOUNCE_MS,
    // What the contract refuses would be refused at every retry; the field tells why it is not saved. While the
    // contract is not here, the server says.
    fits: (value) => schemaWhenHere('sceneFieldsSchema')?.shape[field].safeParse(value).success ?? true,
    save: async (value, signal) => {
      const held = await saveSceneField(queryClient, scene.id, { [field]: value }, signal);
      return held[field];
    },
    onError: (error) =>
      // 'Not found' says less than what can be done about it.
      isGone(error) ? tellFailure('Auto-save failed', WORDS_WAIT) : tellError('Auto-save failed', error, UNSAVED),
  });
}

/** One field of a scene that saves by itself. All who edit the same field of the same scene share its state. */
export function useSceneAutosave<F extends FieldName>(scene: Scene, field: F): AutosaveField<SceneFields[F]> {
  const queryClient = useQueryClient();
  useEffect(expectSchemas, []);
  return useAutosave(fieldKey(scene.id, field), scene[field], (hooks: AutosaveHooks<SceneFields[F]>) =>
    createSceneAutosave(queryClient, scene, field, hooks),
  );
}

/** What other places than the field itself show: edits on their way included, but none that could not be saved. */
export function useSceneFieldValue<F extends FieldName>(scene: Scene, field: F): SceneFields[F] {
  return useExternalStore(
    (listener) => subscribeToAutosaves(fieldKey(scene.id, field), listener),
    () => shownSceneField(scene, field),
  );
}

/** What the field says, saved or not. */
export function currentSceneField<F extends FieldName>(scene: Scene, field: F): SceneFields[F] {
  const state = findAutosave<SceneFields[F]>(fieldKey(scene.id, field))?.getState();
  return state?.isDirty ? state.value : scene[field];
}

function shownSceneField<F extends FieldName>(scene: Scene, field: F): SceneFields[F] {
  const state = findAutosave<SceneFields[F]>(fieldKey(scene.id, field))?.getState();
  return state?.hasError ? state.stored : currentSceneField(scene, field);
}

/** Saves a text at once, as if it had been typed and its time had come. */
export function saveSceneFieldNow<F extends FieldName>(
  queryClient: QueryClient,
  scene: Scene,
  field: F,
  value: SceneFields[F],
): Promise<boolean> {
  const key = fieldKey(scene.id, field);
  const autosave = acquireAutosave(key, (hooks: AutosaveHooks<SceneFields[F]>) =>
    createSceneAutosave(queryClient, scene, field, hooks),
  );
  const release = holdAutosave(key, autosave);
  autosave.acceptStored(scene[field]);
  autosave.edit(value);
  const saved = autosave.flush();
  release();
  return saved;
}

/** Saves what waits in the fields of one scene, or of all scenes: a command about scenes must see the newest words. */
export const flushScene = (sceneId: string): Promise<boolean> => flushAutosaves(sceneKey(sceneId));
export const flushAllScenes = (): Promise<boolean> => flushAutosaves('scene/');
