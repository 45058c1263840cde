import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';

export interface SortedItem {
  id: string;
  title: string;
}

export const dragInstructions = (thing: string): ScreenReaderInstructions => ({
  draggable: `To move this ${thing}, press Space or Enter. Each arrow key press moves it one place. Press Space or Enter again to put it down, or Escape to leave it where it was.`,
});

/** What a drag says to a screen reader. */
export function dragAnnouncements(items: readonly SortedItem[], thing: string): Announcements {
  const nameOf = (id: UniqueIdentifier): string => {
    const title = items.find((item) => item.id === id)?.title.trim();
    return title ? `${thing} ${title}` : `untitled ${thing}`;
  };
  const placeOf = (id: UniqueIdentifier): string =>
    `place ${items.findIndex((item) => item.id === id) + 1} of ${items.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : `${nameOf(active.id)} is outside the list.`,
    onDragEnd: ({ active, over }) =>
      `${nameOf(active.id)} was put down ${over ? `at ${placeOf(over.id)}` : 'where it was'}.`,
    onDragCancel: ({ active }) => `Move cancelled. ${nameOf(active.id)} stays at ${placeOf(active.id)}.`,
  };
}
