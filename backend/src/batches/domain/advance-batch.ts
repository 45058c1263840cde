import type { BatchPause } from '@storyreel/contracts';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { derivedId } from '../../lib/ids';
import { afterStep, kindOfBatch, progressOf, shortened } from './batch';
import type { BatchEvent, BatchScene, BatchState, BatchStep, SceneOutcome, SceneTry } from './batch';

/** Id of the job, or of the text request, of one attempt at a scene: deterministic, so repeats yield the same id. */
export const workIdOf = (batchId: string, sceneId: string, attempt: number): string =>
  derivedId('batch', batchId, sceneId, attempt);

/** The batch's own next step: begins scenes up to its concurrency limit, and finishes with the last one. */
function nextStep(batchId: string, state: BatchState): BatchStep | null {
  if (state.isOver || !state.asked) return null;
  const scenes = Object.entries(state.scenes);
  const running = scenes.filter(([, { status }]) => status === 'running').length;
  const next = scenes.find(([, { status }]) => status === 'waiting');
  if (!next) return running === 0 ? { type: 'BatchEnded', data: {} } : null;
  if (state.status !== 'running' || running >= state.asked.atOnce) return null;
  const [sceneId, { attempt: tried }] = next;
  const attempt = tried + 1;
  const { projectId } = state.asked;
  const data = { sceneId, attempt, workId: workIdOf(batchId, sceneId, attempt), kind: kindOfBatch(state), projectId };
  return { type: 'BatchSceneStarted', data };
}

/** Returns the given steps and the batch's own steps after them, each with the progress it leads to. */
export function advance(
  batchId: string,
  state: BatchState,
  { now }: Pick<Environment, 'now'>,
  steps: readonly BatchStep[],
): BatchEvent[] {
  const events: BatchEvent[] = [];
  let current = state;
  const add = (step: BatchStep): void => {
    current = afterStep(current, step, { at: now });
    const told = { projectId: current.asked?.projectId ?? '', progress: progressOf(current) };
    events.push({ type: step.type, data: { ...step.data, ...told } } as BatchEvent);
  };
  for (const step of steps) add(step);
  for (let step = nextStep(batchId, current); step; step = nextStep(batchId, current)) add(step);
  return events;
}

/** Returns the attempt while its outcome is open; null when it has ended or was put back, so there is nothing to do. */
function open(state: BatchState, { sceneId, attempt }: SceneTry): BatchScene | null {
  const scene = state.scenes[sceneId];
  return scene?.status === 'running' && scene.attempt === attempt ? scene : null;
}

export const isOpen = (state: BatchState, of: SceneTry): boolean => open(state, of) !== null;

/** The first outcome of an attempt is final; it also begins the next scene. */
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

/** Puts the scene back and pauses the batch until its owner acts. */
export function decidePauseAtScene(
  batchId: string,
  state: BatchState,
  environment: Pick<Environment, 'now'>,
  of: SceneTry,
  pause: BatchPause,
): BatchEvent[] {
  if (!open(state, of)) return [];
  // A batch that was cancelled meanwhile stays cancelled.
  if (state.status === 'cancelled') {
    return decideEndScene(batchId, state, environment, of, { outcome: 'cancelled', error: null, units: 0 });
  }
  const pausing: BatchStep[] = state.status === 'running' ? [{ type: 'BatchPaused', data: { pause } }] : [];
  return advance(batchId, state, environment, [...pausing, { type: 'BatchScenePutBack', data: of }]);
}
