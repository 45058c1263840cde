import {
  closestCenter,
  DndContext,
  KeyboardSensor,
  PointerSensor,
  useSensor,
  useSensors,
  type DragEndEvent,
  type Modifiers,
} from '@dnd-kit/core';
import { SortableContext, type SortingStrategy } from '@dnd-kit/sortable';
import type { Project } from '@storyreel/contracts';
import { useMemo, type ReactNode } from 'react';
import { dragAnnouncements, dragInstructions } from './drag-words';

/** Pixels of movement after which a press becomes a drag. A keyboard step is the sensor's own: 25 px. */
const DRAG_DISTANCE = 3;

export interface ProjectSorterProps {
  projects: readonly Project[];
  strategy: SortingStrategy;
  modifiers?: Modifiers;
  /** A sorted list has its order from its column. */
  disabled: boolean;
  onMove: (from: string, to: string) => void;
  children: ReactNode;
}

/** Lets the projects of one section be dragged, by pointer and by keyboard. */
export function ProjectSorter({ projects, strategy, modifiers, disabled, onMove, children }: ProjectSorterProps) {
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    useSensor(KeyboardSensor),
  );
  const ids = useMemo(() => projects.map(({ id }) => id), [projects]);
  const onDragEnd = ({ active, over }: DragEndEvent) => {
    if (over && over.id !== active.id) onMove(String(active.id), String(over.id));
  };
  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      modifiers={modifiers}
      accessibility={{ announcements: dragAnnouncements(projects), screenReaderInstructions: dragInstructions }}
      onDragEnd={onDragEnd}
    >
      <SortableContext items={ids} strategy={strategy} disabled={disabled}>
        {children}
      </SortableContext>
    </DndContext>
  );
}
