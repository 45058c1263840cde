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
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { dragAnnouncements, dragInstructions, type SortedItem } from './drag-words';
import { FocusAfterDrop, type Dropped } from './FocusAfterDrop';
import { keyboardSteps } from './keyboard-steps';

/** Pixels the pointer moves before a press becomes a drag. */
const DRAG_DISTANCE = 3;
// Rows that scroll into view during a drag are measured when they come.
const virtualMeasuring = { droppable: { strategy: MeasuringStrategy.Always } };

export interface SorterProps<T extends SortedItem> {
  items: readonly T[];
  /** What one of them is called when a drag is told to a screen reader. */
  thing: string;
  strategy: SortingStrategy;
  modifiers?: Modifiers;
  disabled?: boolean;
  /** Not all items are rendered all the time. */
  virtual?: boolean;
  /** Gets the id of what was dragged and of what it was put down on. */
  onMove: (from: string, to: string) => void;
  /** A function gets the id of the item that is being dragged or put down, which must stay rendered. */
  children: ReactNode | ((keptId: string | null) => ReactNode);
  /** What follows the pointer; without it the item itself does. */
  renderDragged?: (item: T) => ReactNode;
}

/** Lets items be dragged to other places, by pointer and by keyboard. */
export function Sorter<T extends SortedItem>(props: SorterProps<T>) {
  const { items, thing, strategy, modifiers, disabled, virtual, onMove, children, renderDragged } = props;
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const settle = useCallback(() => setDropped(null), []);
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    // At once: the next press counts from where the page has come to.
    useSensor(KeyboardSensor, { coordinateGetter: keyboardSteps(ids), scrollBehavior: 'auto' }),
  );
  const dragged = items.find(({ id }) => id === draggedId);
  const place = dropped ? ids.indexOf(dropped.id) : -1;

  function drop({ active, over }: DragEndEvent): void {
    setDraggedId(null);
    if (!over || over.id === active.id) return;
    const id = String(active.id);
    setDropped({ id, from: ids.indexOf(id) });
    onMove(id, String(over.id));
  }

  return (
    <DndContext
      sensors={sensors}
      collisionDetection={closestCenter}
      measuring={virtual ? virtualMeasuring : undefined}
      modifiers={modifiers}
      accessibility={{
        announcements: dragAnnouncements(items, thing),
        screenReaderInstructions: dragInstructions(thing),
      }}
      onDragStart={({ active }) => {
        setDropped(null);
        setDraggedId(String(active.id));
      }}
      onDragEnd={drop}
      onDragCancel={() => setDraggedId(null)}
    >
      <SortableContext items={ids} strategy={strategy} disabled={disabled}>
        {typeof children === 'function' ? children(draggedId ?? dropped?.id ?? null) : children}
      </SortableContext>
      <FocusAfterDrop dropped={dropped} place={place} onDone={settle} />
      {renderDragged && createPortal(<DragOverlay>{dragged && renderDragged(dragged)}</DragOverlay>, document.body)}
    </DndContext>
  );
}
