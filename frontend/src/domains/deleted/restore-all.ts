import type { DeletedThing } from '@storyreel/contracts';
import type { QueryClient } from '@tanstack/react-query';
import { refusalOf } from '../../platform/reasons';
import { tellError, toast } from '../../ui';
import { refreshAround } from '../scenes/mutations';
import { putBack, type TakeAway } from './restore';

const WORDS: readonly [DeletedThing['kind'], string][] = [
  ['scene', 'scene'],
  ['image', 'image'],
  ['video', 'clip'],
];

/** '2 images and 1 clip' */
export function countOf(things: readonly DeletedThing[]): string {
  const parts = WORDS.flatMap(([kind, word]) => {
    const count = things.filter((thing) => thing.kind === kind).length;
    return count === 0 ? [] : [`${count} ${word}${count === 1 ? '' : 's'}`];
  });
  return parts.join(' and ');
}

/**
 * Puts several things back with one toast, whose undo deletes them all again. The newest deletion goes back first: each
 * then finds the places of the others as they were when it was deleted.
 */
export async function restoreAll(
  queryClient: QueryClient,
  projectId: string,
  newestFirst: readonly DeletedThing[],
): Promise<void> {
  const back: DeletedThing[] = [];
  const takeAways: TakeAway[] = [];
  const refused: unknown[] = [];
  for (const thing of newestFirst) {
    try {
      takeAways.push(await putBack(queryClient, projectId, thing));
      back.push(thing);
    } catch (error) {
      refused.push(error);
    }
  }
  await refreshAround(queryClient, projectId);
  const undo = back.length > 0 ? () => takeAllAway(queryClient, projectId, takeAways, countOf(back)) : undefined;
  if (refused.length === 0) {
    toast({ title: `${countOf(back)} restored`, undo });
    return;
  }
  const none = back.length === 0;
  const title = none ? 'Restore failed' : `${back.length} of ${newestFirst.length} restored`;
  const rest = none ? countOf(newestFirst) : 'the rest';
  const description = refused.map(refusalOf).find(Boolean) ?? `Failed to restore ${rest}. Please try again.`;
  toast({ title, description, variant: 'destructive', undo });
}

async function takeAllAway(
  queryClient: QueryClient,
  projectId: string,
  takeAways: readonly TakeAway[],
  what: string,
): Promise<void> {
  try {
    for (const takeAway of takeAways.toReversed()) await takeAway();
    toast({ title: `${what} deleted` });
  } catch (error) {
    tellError('Deletion failed', error, `Failed to delete ${what}. Please try again.`);
  }
  await refreshAround(queryClient, projectId);
}
