import type { Announcements, ScreenReaderInstructions, UniqueIdentifier } from '@dnd-kit/core';
import type { Scene } from '@storyreel/contracts';

export const dragInstructions: ScreenReaderInstructions = {
  draggable:
    'To move this scene, press Space or Enter. Move it with the arrow keys. Press Space or Enter again to put it down, or Escape to leave it where it was.',
};

/** What a drag says to a screen reader. */
export function dragAnnouncements(scenes: readonly Scene[]): Announcements {
  const nameOf = (id: UniqueIdentifier): string => {
    const title = scenes.find((scene) => scene.id === id)?.title.trim();
    return title ? `scene ${title}` : 'untitled scene';
  };
  const placeOf = (id: UniqueIdentifier): string => {
    const at = scenes.findIndex((scene) => scene.id === id);
    return `place ${at + 1} of ${scenes.length}`;
  };
  return {
    onDragStart: ({ active }) => `Picked up ${nameOf(active.id)}, ${placeOf(active.id)}.`,
    onDragOver: ({ active, over }) =>
      over ? `${nameOf(active.id)} is over ${placeOf(over.id)}.` : `${nameOf(active.id)} is over no place.`,
    onDragEnd: ({ active, over }) =>
      over
        ? `${nameOf(active.id)} was put down at ${placeOf(over.id)}.`
        : `${nameOf(active.id)} was put down where it was.`,
    onDragCancel: ({ active }) => `Moving was cancelled. ${nameOf(active.id)} stays at ${placeOf(active.id)}.`,
  };
}
