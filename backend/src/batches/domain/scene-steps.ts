import type { BatchPause } from '@storyreel/contracts';
import type { Environment } from '../../platform/domain/aggregate';
import { type BatchScene, type BatchState, shortened } from './batch';
import type { BatchEvent, BatchStep, SceneOutcome, SceneTry } from './batch-events';
import { advance } from './go-on';

/** The try while its outcome is open; null for one that has ended or was put back: then there is nothing to do. */
function open(state: BatchState, { sceneId, attempt }: SceneTry): BatchScene | null {
  const scene = state.scenes[sceneId];
  return scene?.status === 'running' && scene.attempt === attempt ? scene : null;
}

export const isOpen = (state: BatchState, of: SceneTry): boolean => open(state, of) !== null;

/** The first outcome of a try is final; the next scene is begun with it. */
export function decideEndScene(
  batchId: string,
  state: BatchState,
  environment: Pick<Environment, 'now'>,
  of: SceneTry,
  ended: { outcome: SceneOutcome; error: string | null; units: number },
): BatchEvent[] {
  if (!open(state, of)) return [];
  const error = ended.error === null ? null : shortened(ended.error);
  return advance(batchId, state, environment, [{ type: 'BatchSceneEnded', data: { ...of, ...ended, error } }]);
}

/** The scene waits again, and the batch with it, until its owner has done something about it. */
export function decidePauseAtScene(
  batchId: string,
  state: BatchState,
  environment: Pick<Environment, 'now'>,
  of: SceneTry,
  pause: BatchPause,
): BatchEvent[] {
  if (!open(state, of)) return [];
  // What was cancelled meanwhile does not wait any more.
  if (state.status === 'cancelled') {
    return decideEndScene(batchId, state, environment, of, { outcome: 'cancelled', error: null, units: 0 });
  }
  const pausing: BatchStep[] = state.status === 'running' ? [{ type: 'BatchPaused', data: { pause } }] : [];
  return advance(batchId, state, environment, [...pausing, { type: 'BatchScenePutBack', data: of }]);
}
