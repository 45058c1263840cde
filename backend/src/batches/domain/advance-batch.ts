import type { BatchPause } from '@storyreel/contracts';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { derivedId } from '../../lib/ids';
import { afterStep, kindOfBatch, progressOf, shortened } from './batch';
import type { BatchEvent, BatchScene, BatchState, BatchStep, SceneOutcome, SceneTry } from './batch';

/** The job, or the text request, of a scene's try: the same whoever asks for it, and however often. */
export const workIdOf = (batchId: string, sceneId: string, attempt: number): string =>
  derivedId('batch', batchId, sceneId, attempt);

/** What a batch does by itself: as many scenes as may be made at once are begun, and the last one ends it. */
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

/** The steps, what the batch does by itself after them, and with each how far it is then. */
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
