import type { Batch, BatchDetail } from '@storyreel/contracts';
import { type BatchState } from '../domain/batch';
import { progressOf } from '../domain/progress';
import { type BatchRow, MAX_PROBLEMS } from './batch-list.view';

export const presentRow = (
  { ownerId: _, progress, isOver: __, ...row }: BatchRow,
  projectTitle: string | null,
): Batch => ({ ...row, ...progress, projectTitle });

/** A batch as its own state tells it. */
export function presentState(id: string, state: BatchState, projectTitle: string | null): Batch {
  const { asked, pause, startedAt, endedAt } = state;
  if (!asked) throw new Error(`The batch ${id} has no first event`);
  const problems = Object.entries(state.scenes).flatMap(([sceneId, { status, message }]) =>
    (status === 'failed' || status === 'skipped') && message !== null ? [{ sceneId, message }] : [],
  );
  return {
    ...progressOf(state),
    id,
    projectId: asked.projectId,
    projectTitle,
    kind: asked.kind,
    modelId: asked.clips?.modelId ?? null,
    pause,
    problems: problems.slice(0, MAX_PROBLEMS),
    startedAt,
    endedAt,
  };
}

export const presentDetail = (id: string, state: BatchState, projectTitle: string | null): BatchDetail => ({
  ...presentState(id, state, projectTitle),
  scenes: Object.entries(state.scenes).map(([sceneId, { status, message }]) => ({ sceneId, status, message })),
});
