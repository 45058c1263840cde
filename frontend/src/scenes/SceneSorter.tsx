import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type Modifiers,
} from '@dnd-kit/core';
import { SortableContext, type SortingStrategy } from '@dnd-kit/sortable';
import { useQueryClient } from '@tanstack/react-query';
import type { Scene } from '@storyreel/contracts';
import { useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { dragAnnouncements, dragInstructions } from './drag-words';
import { saveSceneOrder } from './save-scene-order';
import { movedScene } from './scene-order';

/** Pixels the pointer moves before a press becomes a drag; a keyboard step is 25 px, the sensor's own. */
const DRAG_DISTANCE = 3;
// Rows that scroll into view during a drag are measured when they come.
const measuring = { droppable: { strategy: MeasuringStrategy.Always } };

export interface SceneSorterProps {
  projectId: string;
  scenes: Scene[];
  strategy: SortingStrategy;
  modifiers?: Modifiers;
  /** Gets the id of the scene that is being dragged, which must stay rendered. */
  children: (draggedId: string | null) => ReactNode;
  /** What follows the pointer. */
  renderDragged: (scene: Scene) => ReactNode;
}

/** Lets scenes be dragged, by pointer and by keyboard, and saves their new order. */
export function SceneSorter({ projectId, scenes, strategy, modifiers, children, renderDragged }: SceneSorterProps) {
  const queryClient = useQueryClient();
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(KeyboardSensor),
  );
  const ids = useMemo(() => scenes.map(({ id }) => id), [scenes]);
  const dragged = scenes.find(({ id }) => id === draggedId);

  function drop({ active, over }: DragEndEvent): void {
    setDraggedId(null);
    if (!over) return;
    const moved = movedScene(scenes, String(active.id), String(over.id));
    if (moved !== scenes) saveSceneOrder(queryClient, projectId, scenes, moved);
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      measuring={measuring}
      modifiers={modifiers}
      accessibility={{ announcements: dragAnnouncements(scenes), screenReaderInstructions: dragInstructions }}
      onDragStart={({ active }) => setDraggedId(String(active.id))}
      onDragEnd={drop}
      onDragCancel={() => setDraggedId(null)}
    >
      <SortableContext items={ids} strategy={strategy}>
        {children(draggedId)}
      </SortableContext>
      {createPortal(<DragOverlay>{dragged && renderDragged(dragged)}</DragOverlay>, document.body)}
    </DndContext>
  );
}
