import type { BatchPause, FilmStep } from '@storyreel/contracts';
import type { Environment } from '../../eventsourcing/domain/aggregate';
import { derivedId } from '../../lib/ids';
import { afterStep, itemOf, keyOf, kindOfBatch, progressOf, shortened } from './batch';
import type { BatchEvent, BatchScene, BatchState, BatchStep, SceneOutcome, SceneTry } from './batch';

/** Id of the job, or of the text request, of one attempt at a scene: deterministic, so repeats yield the same id. */
export const workIdOf = (batchId: string, key: string, attempt: number): string =>
  derivedId('batch', batchId, key, attempt);

const isUnderWay = ({ status }: BatchScene): boolean => status === 'waiting' || status === 'running';

/**
 * Tells whether a step of a film may begin. Descriptions come after the continuity, and images after their description.
 * Clips come after everything else that the film needs, so that they use only the remaining zaps. The film comes last.
 */
function mayBegin(key: string, { scenes, asked }: BatchState): boolean {
  const { step, sceneId } = itemOf(key);
  const isOpen = (of: { step: FilmStep; sceneId: string }) => {
    const scene = scenes[keyOf(of)];
    return scene !== undefined && isUnderWay(scene);
  };
  const othersOpen = (passed: readonly FilmStep[]) =>
    Object.entries(scenes).some(
      ([other, scene]) => isUnderWay(scene) && !passed.includes(itemOf(other).step ?? 'film'),
    );
  if (step === 'descriptions') return !isOpen({ step: 'continuity', sceneId: asked?.projectId ?? '' });
  if (step === 'images') return !isOpen({ step: 'descriptions', sceneId });
  if (step === 'clips') return !othersOpen(['clips', 'film']);
  return step !== 'film' || !othersOpen(['film']);
}

/** Returns the scene to begin next within the concurrency limits; null when none may begin. */
function nextScene(state: BatchState, atOnce: number): string | null {
  const { asked, scenes } = state;
  const running = new Map<FilmStep | undefined, number>();
  for (const [key, { status }] of Object.entries(scenes)) {
    const { step } = itemOf(key);
    if (status === 'running') running.set(step, (running.get(step) ?? 0) + 1);
  }
  const next = Object.entries(scenes).find(([key, { status }]) => {
    const { step } = itemOf(key);
    const most = step === undefined ? atOnce : (asked?.film?.atOnce[step] ?? 1);
    return status === 'waiting' && (running.get(step) ?? 0) < most && mayBegin(key, state);
  });
  return next?.[0] ?? null;
}

/**
 * Decides the batch's own next step: begins scenes up to its concurrency limit, and ends the batch after the last
 * scene.
 */
function nextStep(batchId: string, state: BatchState): BatchStep | null {
  if (state.isOver || !state.asked) return null;
  if (!Object.values(state.scenes).some(isUnderWay)) return { type: 'BatchEnded', data: {} };
  if (state.status !== 'running') return null;
  const { projectId, atOnce } = state.asked;
  const key = nextScene(state, atOnce);
  if (key === null) return null;
  const attempt = (state.scenes[key]?.attempt ?? 0) + 1;
  const of = { ...itemOf(key), attempt, workId: workIdOf(batchId, key, attempt) };
  return { type: 'BatchSceneStarted', data: { ...of, kind: kindOfBatch(state), projectId } };
}

/** Returns the given steps and then the batch's own steps, each with the batch's progress after it. */
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

/** Returns the scene while the attempt is open; null when the attempt has ended or was put back. */
function open(state: BatchState, { attempt, ...of }: SceneTry): BatchScene | null {
  const scene = state.scenes[keyOf(of)];
  return scene?.status === 'running' && scene.attempt === attempt ? scene : null;
}

export const isOpen = (state: BatchState, of: SceneTry): boolean => open(state, of) !== null;

/**
 * Steps that get a second attempt: most failures of texts and voices are temporary, and a failed attempt costs nothing.
 */
const TRIED_TWICE: readonly FilmStep[] = ['descriptions', 'speech'];
const isTriedTwice = ({ step, attempt }: SceneTry): boolean =>
  step !== undefined && TRIED_TWICE.includes(step) && attempt % 2 === 1;

export interface SceneEnd {
  outcome: SceneOutcome;
  /** Error shown to the user. */
  error: string | null;
  units: number;
  /** Ids of the scenes that a story was split into. */
  sceneIds?: string[];
}

/** Ends an attempt and begins the next scene. Only the first reported outcome of an attempt counts. */
export function decideEndScene(
  batchId: string,
  state: BatchState,
  environment: Pick<Environment, 'now'>,
  of: SceneTry,
  ended: SceneEnd,
): BatchEvent[] {
  if (!open(state, of)) return [];
  if (ended.outcome === 'failed' && isTriedTwice(of)) {
    return advance(batchId, state, environment, [{ type: 'BatchScenePutBack', data: of }]);
  }
  const error = ended.error === null ? null : shortened(ended.error);
  return advance(batchId, state, environment, [{ type: 'BatchSceneEnded', data: { ...of, ...ended, error } }]);
}

/** Makes the scene wait again, and pauses the batch until its owner acts. */
export function decidePauseAtScene(
  batchId: string,
  state: BatchState,
  environment: Pick<Environment, 'now'>,
  of: SceneTry,
  pause: BatchPause,
): BatchEvent[] {
  if (!open(state, of)) return [];
  // A batch that was cancelled in the meantime stays cancelled.
  if (state.status === 'cancelled') {
    return decideEndScene(batchId, state, environment, of, { outcome: 'cancelled', error: null, units: 0 });
  }
  const pausing: BatchStep[] = state.status === 'running' ? [{ type: 'BatchPaused', data: { pause } }] : [];
  return advance(batchId, state, environment, [...pausing, { type: 'BatchScenePutBack', data: of }]);
}
