import { useDndContext } from '@dnd-kit/core';
import { useEffect } from 'react';

export interface Dropped {
  id: string;
  /** Where it stood before. */
  from: number;
}

export interface FocusAfterDropProps {
  dropped: Dropped | null;
  /** Where it stands now. */
  place: number;
  onDone: () => void;
}

/** A handle that goes to another place of the page loses the focus on its way: gives it back. */
export function FocusAfterDrop({ dropped, place, onDone }: FocusAfterDropProps) {
  const { draggableNodes } = useDndContext();
  useEffect(() => {
    if (!dropped || place === dropped.from) return;
    const isLost = document.activeElement === document.body;
    if (isLost) draggableNodes.get(dropped.id)?.activatorNode.current?.focus({ preventScroll: true });
    onDone();
  }, [dropped, place, draggableNodes, onDone]);
  return null;
}
