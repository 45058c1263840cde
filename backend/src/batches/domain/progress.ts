import { type BatchProgress, type BatchSceneStatus, toZaps } from '@storyreel/contracts';
import type { BatchState } from './batch';

/** How far a batch is. */
export function progressOf(state: BatchState): BatchProgress {
  const { status, isOver, asked, timed, units, spentUnits } = state;
  const counts: Record<BatchSceneStatus, number> = {
    waiting: 0,
    running: 0,
    made: 0,
    failed: 0,
    skipped: 0,
    cancelled: 0,
  };
  for (const scene of Object.values(state.scenes)) counts[scene.status] += 1;
  return {
    status: status === 'none' ? 'running' : status,
    isOver,
    ...counts,
    atOnce: asked?.atOnce ?? 1,
    sceneMs: timed.scenes === 0 ? null : Math.round(timed.ms / timed.scenes),
    zaps: toZaps(units),
    spentZaps: toZaps(spentUnits),
  };
}
