import type { Environment } from '../../platform/domain/aggregate';
import { derivedId } from '../../platform/ids';
import { afterStep, type BatchState, kindOfBatch } from './batch';
import type { BatchEvent, BatchStep } from './batch-events';
import { progressOf } from './progress';

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
