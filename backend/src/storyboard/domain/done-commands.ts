import type { FoldContext } from '../../platform/domain/aggregate';
import type { ProjectEvent } from './events';

/** A command that is over. `count`: how many things it removed, for its answer. */
export interface DoneCommand {
  id: string;
  count: number;
}

/** Far more than can come between a command and its repeat, and little beside the scenes themselves. */
const REMEMBERED = 200;

/**
 * The newest commands whose repeat nothing else in the state would give away: an image that was added may be removed
 * again, an order may be changed, a text be written over. What has an id of its own (scenes, jobs) is known by that.
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
    case 'SceneDescribed':
    case 'ScenePromptWritten':
      return 0;
    default:
      return null;
  }
}

export const findDone = (
  { done }: { done: readonly DoneCommand[] },
  { commandId }: { commandId: string },
): DoneCommand | undefined => done.find(({ id }) => id === commandId);
