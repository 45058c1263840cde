import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';
import type { Project } from '@storyreel/contracts';

export const dragInstructions: ScreenReaderInstructions = {
  draggable:
    'To move this project, press Space or Enter. Move it with the arrow keys. Press Space or Enter again to put it down, or Escape to leave it where it was.',
};

/** What a drag says to a screen reader. */
export function dragAnnouncements(projects: readonly Project[]): Announcements {
  const nameOf = (id: UniqueIdentifier) => projects.find((project) => project.id === id)?.title.trim() || 'the project';
  const placeOf = (id: UniqueIdentifier) =>
    `place ${projects.findIndex((project) => project.id === id) + 1} of ${projects.length}`;
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : `${nameOf(active.id)} is over no place.`,
    onDragEnd: ({ active, over }) =>
      over ? `${nameOf(active.id)} was put down at ${placeOf(over.id)}.` : `${nameOf(active.id)} stays where it was.`,
    onDragCancel: ({ active }) => `Moving was cancelled. ${nameOf(active.id)} stays at ${placeOf(active.id)}.`,
  };
}
