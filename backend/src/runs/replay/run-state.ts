import type { RunState } from '@storyreel/contracts';
import { categoryOf } from '../../platform/domain/aggregate';
import type { RecordedEvent } from '../../platform/domain/domain-event';
import type { StreamHistory } from '../../platform/replay/stream-history';
import { projectAggregate, type ProjectState } from '../../storyboard';
import { textWorkAggregate } from '../../story-ai';
import { type HoldEvent, holdIn } from '../../zaps';
import type { RunRef } from './run-replayer';

type TextWorkState = typeof textWorkAggregate.initial;

/** The run's job or request, its hold and its scene, as the log had them after an event. */
export function stateAfter(
  step: RecordedEvent,
  { runId }: RunRef,
  steps: readonly RecordedEvent[],
  streams: ReadonlyMap<string, StreamHistory>,
): RunState {
  const of = <State>(category: string): State | null => {
    for (const [streamId, history] of streams) {
      if (categoryOf(streamId) === category) return history.with(step.position) as State;
    }
    return null;
  };
  const project = of<ProjectState>(projectAggregate.category);
  const request = of<TextWorkState>(textWorkAggregate.category)?.requests[runId];
  const job = project?.jobs[runId];
  const upTo = steps.filter(({ position }) => position <= step.position);
  const holdId = newest(upTo, 'holdId');
  const hold = holdId === null ? undefined : holdIn(entriesOf(upTo), holdId);
  const sceneId = newest(steps, 'sceneId');
  const scene = sceneId === null ? undefined : project?.scenes[sceneId];
  return {
    run: job ? { ...job } : request ? { ...request } : null,
    hold: hold && holdId !== null ? { holdId, status: hold.status, units: hold.units } : null,
    scene: scene ? shown(scene) : null,
  };
}

/** A wallet remembers only the newest of its closed holds: what became of this one, its own entries say. */
const entriesOf = (steps: readonly RecordedEvent[]) =>
  steps.flatMap((step) => {
    const isEntry = categoryOf(step.streamId) === 'wallet' && 'holdId' in (step.data as object);
    return isEntry ? [{ entry: step as unknown as HoldEvent, revision: Number(step.revision) }] : [];
  });

const newest = (steps: readonly RecordedEvent[], field: 'holdId' | 'sceneId'): string | null =>
  steps.reduce<string | null>((found, { data }) => (data as Record<string, string | undefined>)[field] ?? found, null);

const SHOWN = [
  'id',
  'description',
  'imagePrompt',
  'videoPrompt',
  'images',
  'mainImageId',
  'videos',
  'mainVideoId',
] as const;
const shown = (scene: ProjectState['scenes'][string]) => Object.fromEntries(SHOWN.map((name) => [name, scene[name]]));
