import type { Scene, SceneFields } from '@storyreel/contracts';
import { hashKey, useQueryClient } from '@tanstack/react-query';
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

/** Fields that the server can generate. */
const WRITTEN: ReadonlySet<keyof SceneFields> = new Set(['description', 'imagePrompt', 'videoPrompt']);
/** Number of this window's generation requests in flight, by scene. */
const asked = new Map<string, number>();
/** Returns true when work of another domain is generating texts for a project's scenes. */
export type TextWriter = (queryClient: QueryClient, projectId: string, now: number) => boolean;

/**
 * Functions of the domains that generate scene texts, which register here so that this module does not depend on them.
 */
export const textWriters = new Set<TextWriter>();

/** Runs work that generates a scene's texts. Changes during the work do not count as another window's. */
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

/** Returns the kind of work that wrote a new value of this field; null if a person typed the value. */
export function writerOf(
  queryClient: QueryClient,
  { id, projectId }: Pick<Scene, 'id' | 'projectId'>,
  field: keyof SceneFields,
  now = Date.now(),
): 'generation' | 'descriptions' | null {
  if (!WRITTEN.has(field)) return null;
  if (asked.has(id)) return 'generation';
  // Typed text would have marked the scene as edited, no matter how long ago the batch was.
  const stored = cachedScenes(queryClient, projectId).find((scene) => scene.id === id);
  const isWritten =
    stored?.textsEdited === false || [...textWriters].some((writes) => writes(queryClient, projectId, now));
  return isWritten ? 'descriptions' : null;
}

/**
 * Saves changed fields. Only these are sent, so that edits of different fields never overwrite each other. Resolves to
 * the newest known scene, which differs from the response if another window saved right afterwards.
 */
export async function saveScene(
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
/** Message about a deleted scene, whose unsaved edit stays in this browser until the scene is restored. */
const WORDS_WAIT =
  "Changes couldn't be saved. This scene was deleted: restore it from Recently Deleted, and your words are back.";
/** Returns true when the scene was deleted, in another window, during the edit. */
const isGone = (error: unknown): boolean => error instanceof ApiError && error.status === 404;

type FieldName = keyof SceneFields;
const sceneKey = (sceneId: string): string => `scene/${sceneId}/`;
const fieldKey = (sceneId: string, field: FieldName): string => `${sceneKey(sceneId)}${field}`;

/** Compares values by content, because a refetched cast is a new list. */
const isSame = (a: unknown, b: unknown): boolean => Object.is(a, b) || hashKey([a]) === hashKey([b]);

function createSceneAutosave<F extends FieldName>(
  queryClient: QueryClient,
  scene: Scene,
  field: F,
  hooks: AutosaveHooks<SceneFields[F]>,
): Autosave<SceneFields[F]> {
  return createAutosave<SceneFields[F]>({
    ...hooks,
    onReplaced: (value, by) =>
      hooks.onReplaced?.(value, (by === 'other window' && writerOf(queryClient, scene, field)) || by),
    stored: scene[field],
    isEqual: isSame,
    debounceMs: SCENE_DEBOUNCE_MS,
    // Invalid values are not sent, since the server would refuse every retry; the field shows why it is not saved.
    // Until the schema is loaded, only the server validates.
    fits: (value) => schemaWhenHere('sceneFieldsSchema')?.shape[field].safeParse(value).success ?? true,
    save: async (value, signal) => {
      const held = await saveScene(queryClient, scene.id, { [field]: value }, signal);
      return held[field];
    },
    onError: (error) =>
      // The server's message 'Not found' would not say how to recover.
      isGone(error) ? tellFailure('Auto-save failed', WORDS_WAIT) : tellError('Auto-save failed', error, UNSAVED),
  });
}

/** Returns the autosave of a scene's field. All editors of the same field share its state. */
export function useSceneAutosave<F extends FieldName>(scene: Scene, field: F): AutosaveField<SceneFields[F]> {
  const queryClient = useQueryClient();
  useEffect(expectSchemas, []);
  return useAutosave(fieldKey(scene.id, field), scene[field], (hooks: AutosaveHooks<SceneFields[F]>) =>
    createSceneAutosave(queryClient, scene, field, hooks),
  );
}

/** Returns a field's value for display elsewhere. It includes unsaved edits, except those that failed to save. */
export function useSceneFieldValue<F extends FieldName>(scene: Scene, field: F): SceneFields[F] {
  return useExternalStore(
    (listener) => subscribeToAutosaves(fieldKey(scene.id, field), listener),
    () => shownSceneField(scene, field),
  );
}

/** Returns a field's present value, whether saved or not. */
export function currentSceneField<F extends FieldName>(scene: Scene, field: F): SceneFields[F] {
  const state = findAutosave<SceneFields[F]>(fieldKey(scene.id, field))?.getState();
  return state?.isDirty ? state.value : scene[field];
}

function shownSceneField<F extends FieldName>(scene: Scene, field: F): SceneFields[F] {
  const state = findAutosave<SceneFields[F]>(fieldKey(scene.id, field))?.getState();
  return state?.hasError ? state.stored : currentSceneField(scene, field);
}

/** Saves a text at once, like a typed text whose delay is over. */
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

/** Saves the pending edits of one scene or of all scenes, for commands that need the newest text. */
export const flushScene = (sceneId: string): Promise<boolean> => flushAutosaves(sceneKey(sceneId));
export const flushAllScenes = (): Promise<boolean> => flushAutosaves('scene/');
