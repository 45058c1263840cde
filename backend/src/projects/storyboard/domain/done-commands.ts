import type { FoldContext } from '../../../eventsourcing/domain/aggregate';
import type { ProjectEvent } from './events';

/** A finished command. `count`: number of things that the command removed, for its response. */
export interface DoneCommand {
  id: string;
  count: number;
}

/**
 * Maximum commands remembered: far more than can come between a command and its repeat, yet little data compared with
 * the scenes.
 */
const REMEMBERED = 200;

/**
 * Remembers the newest commands whose repeats cannot be recognised from the state alone: an added image may have been
 * removed, an order changed, a text overwritten. Commands that create scenes or jobs are recognised by the ids of
 * these.
 */
export function evolveDone(
  done: readonly DoneCommand[],
  event: ProjectEvent,
  { commandId }: FoldContext,
): readonly DoneCommand[] {
  const count = countOf(event);
  if (count === null) return done;
  return [...done.slice(1 - REMEMBERED), { id: commandId, count }];
}

function countOf(event: ProjectEvent): number | null {
  switch (event.type) {
    case 'ImageSlotsRemoved':
      return event.data.slotIds.length;
    case 'AllScenesDeleted':
      return event.data.sceneIds.length;
    case 'ImageAdded':
    case 'ImageRemoved':
    case 'RunKept':
    case 'VideoAdded':
    case 'ProcessingVideoReplaced':
    case 'AllScenesRestored':
    case 'ScenesReplaced':
    case 'StoryWritten':
    case 'StoryRestored':
    case 'CastChanged':
    case 'SceneDescribed':
    case 'ScenePromptWritten':
    case 'StepUndone':
    case 'StepRedone':
    case 'VersionRestored':
    case 'AlternativeTaken':
      return 0;
    default:
      return null;
  }
}

export const findDone = (
  { done }: { done: readonly DoneCommand[] },
  { commandId }: { commandId: string },
): DoneCommand | undefined => done.find(({ id }) => id === commandId);

/** A step that was undone or redone; `commandId` is the command that undid or redid it. */
export interface TakenStep {
  commandId: string;
  stepIds: readonly string[];
  what: string;
  isUndone: boolean;
}

export function evolveTaken(
  taken: readonly TakenStep[],
  event: ProjectEvent,
  { commandId }: FoldContext,
): readonly TakenStep[] {
  if (event.type !== 'StepUndone' && event.type !== 'StepRedone') return taken;
  const { stepIds, what } = event.data;
  const isUndone = event.type === 'StepUndone';
  const others = taken.filter((step) => !step.stepIds.some((id) => stepIds.includes(id)));
  return [...others.slice(1 - REMEMBERED), { commandId, stepIds, what, isUndone }];
}
