import type { Scene, SceneFields } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';

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
