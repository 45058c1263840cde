import type {
  Announcements,
  KeyboardCoordinateGetter,
  ScreenReaderInstructions,
  UniqueIdentifier,
} from '@dnd-kit/core';
import { closestCenter, pointerWithin, type CollisionDetection } from '@dnd-kit/core';
import type { SocialPost } from '@storyreel/contracts';
import { addDays, utcNoon, type Day } from '../../../platform/time/days';
import { dateFormat } from '../../../platform/time/written-dates';

const STEPS = new Map([
  ['ArrowLeft', -1],
  ['ArrowRight', 1],
  ['ArrowUp', -7],
  ['ArrowDown', 7],
]);

/** Returns the day to which an arrow key moves; null for any other key. */
export const dayByKey = (day: Day, key: string): Day | null => {
  const step = STEPS.get(key);
  return step === undefined ? null : addDays(day, step);
};

/** Moves a dragged post from day to day by the arrow keys, but not to a day that is not shown or accepts no posts. */
export const fromDayToDay: KeyboardCoordinateGetter = (event, { currentCoordinates, context }) => {
  const { over, droppableRects, droppableContainers, collisionRect } = context;
  if (!over || !collisionRect) return undefined;
  const next = dayByKey(String(over.id), event.code);
  if (next === null) return undefined;
  event.preventDefault();
  const rect = droppableRects.get(next);
  if (!rect || droppableContainers.get(next)?.disabled) return currentCoordinates;
  return {
    x: rect.left + (rect.width - collisionRect.width) / 2,
    y: rect.top + (rect.height - collisionRect.height) / 2,
  };
};

/** Returns the day under the pointer; in a keyboard drag, the day with the nearest centre. */
export const dayUnder: CollisionDetection = (args) =>
  args.pointerCoordinates ? pointerWithin(args) : closestCenter(args);

const fullDay = dateFormat({ dateStyle: 'full', timeZone: 'UTC' });
export const dayName = (day: Day): string => fullDay(utcNoon(day));

export const CALENDAR_INSTRUCTIONS: ScreenReaderInstructions = {
  draggable:
    'To open this post, press Enter. To move it to another day, press Space, move it with the arrow keys, and press Space again to put it down, or Escape to leave it where it was.',
};

/** Returns the announcements of a drag for screen readers. */
export function calendarAnnouncements(posts: readonly SocialPost[], dayOf: (post: SocialPost) => Day): Announcements {
  const known = (id: UniqueIdentifier): SocialPost | undefined => posts.find((post) => post.id === id);
  const nameOf = (id: UniqueIdentifier): string => `post ${known(id)?.title ?? ''}`.trim();
  const homeOf = (id: UniqueIdentifier): string => {
    const post = known(id);
    return post ? dayName(dayOf(post)) : 'its day';
  };
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)} of ${homeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over
        ? `${nameOf(active.id)} is over ${dayName(String(over.id))}.`
        : `${nameOf(active.id)} is outside the calendar.`,
    onDragEnd: ({ active, over }) =>
      `${nameOf(active.id)} was put down ${over ? `on ${dayName(String(over.id))}` : 'where it was'}.`,
    onDragCancel: ({ active }) => `Move cancelled. ${nameOf(active.id)} stays on ${homeOf(active.id)}.`,
  };
}
