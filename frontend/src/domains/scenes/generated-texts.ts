import type { Batch, Scene, SceneFields } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { batchKeys } from '../batches/queries';

/** What the server writes of a scene when it is asked to. */
const WRITTEN: ReadonlySet<keyof SceneFields> = new Set(['description', 'imagePrompt', 'videoPrompt']);
/** The scenes whose texts this window has asked for, and whose answers are not all here yet. */
const asked = new Map<string, number>();
/** A push about a text may come a moment after the batch that has written it is over. */
const LATE_MS = 60_000;

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

const isNow = ({ endedAt }: Batch, now: number): boolean => endedAt === null || now - Date.parse(endedAt) < LATE_MS;

/** Whether a new text of this field is one that was generated. */
export function isGenerated(
  queryClient: QueryClient,
  { id, projectId }: Pick<Scene, 'id' | 'projectId'>,
  field: keyof SceneFields,
  now = Date.now(),
): boolean {
  if (!WRITTEN.has(field)) return false;
  const batches = queryClient.getQueryData<Batch[]>(batchKeys.list) ?? [];
  const isOfScenes = (batch: Batch) => batch.projectId === projectId && batch.kind === 'descriptions';
  return asked.has(id) || batches.some((batch) => isOfScenes(batch) && isNow(batch, now));
}
