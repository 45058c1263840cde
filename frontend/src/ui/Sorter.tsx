import {
  closestCenter,
  DndContext,
  DragOverlay,
  KeyboardSensor,
  MeasuringStrategy,
  PointerSensor,
  useDndContext,
  useSensor,
  useSensors,
} from '@dnd-kit/core';
import type {
  Announcements,
  DragEndEvent,
  KeyboardCoordinateGetter,
  Modifiers,
  ScreenReaderInstructions,
  UniqueIdentifier,
} from '@dnd-kit/core';
import { SortableContext, useSortable } from '@dnd-kit/sortable';
import type { SortingStrategy } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';
import styled from '@emotion/styled';
import { GripVertical } from 'lucide-react';
import { useCallback, useEffect, useMemo, useState } from 'react';
import type { ComponentProps, ReactNode } from 'react';
import { createPortal } from 'react-dom';
import { StyledIconButton } from './Button';

interface SortedItem {
  id: string;
  title: string;
}

const dragInstructions = (thing: string): ScreenReaderInstructions => ({
  draggable: `To move this ${thing}, press Space or Enter. Each arrow key press moves it one place. Press Space or Enter again to put it down, or Escape to leave it where it was.`,
});

/** Returns the announcements of a drag for screen readers. */
function dragAnnouncements(items: readonly SortedItem[], thing: string): Announcements {
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

export interface Dropped {
  id: string;
  /** The item's index before the drop. */
  from: number;
}

export interface FocusAfterDropProps {
  dropped: Dropped | null;
  /** The item's present index. */
  place: number;
  onDone: () => void;
}

/** Returns the focus to a drag handle, which loses the focus when the drop moves its element. */
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

/** Pixels per arrow key press with Shift, as specified. */
const FINE_STEP = 25;

const FINE: Partial<Record<string, { x: number; y: number }>> = {
  ArrowDown: { x: 0, y: FINE_STEP },
  ArrowUp: { x: 0, y: -FINE_STEP },
  ArrowRight: { x: FINE_STEP, y: 0 },
  ArrowLeft: { x: -FINE_STEP, y: 0 },
};

interface Rect {
  left: number;
  top: number;
  width: number;
  height: number;
}
const middle = ({ left, top, width, height }: Rect) => ({ x: left + width / 2, y: top + height / 2 });

/** Returns the number of items in the first row; only rendered items count. */
function columnsOf(rects: readonly (Rect | undefined)[]): number {
  const known = rects.filter((rect) => rect !== undefined);
  const top = known[0]?.top;
  return Math.max(1, known.filter((rect) => Math.abs(rect.top - (top ?? 0)) < 2).length);
}

/**
 * Moves the dragged item by one place per arrow key press, whatever the sizes of the items; in a grid, up and down move
 * it by rows. With Shift it moves by 25 px.
 */
function keyboardSteps(ids: readonly string[]): KeyboardCoordinateGetter {
  return (event, { context, currentCoordinates }) => {
    const fine = FINE[event.code];
    if (!fine) return undefined;
    event.preventDefault();
    if (event.shiftKey) return { x: currentCoordinates.x + fine.x, y: currentCoordinates.y + fine.y };
    const { active, over, collisionRect, droppableRects } = context;
    if (!active || !collisionRect) return undefined;
    const at = ids.indexOf(String(over?.id ?? active.id));
    const rects = ids.map((id) => droppableRects.get(id));
    const row = columnsOf(rects);
    const by = Math.sign(fine.x) + Math.sign(fine.y) * row;
    const rect = rects[at + by];
    if (!rect) return undefined;
    // Aligns centres, so that items of different heights match as well.
    const { x, y } = middle(rect);
    return { x: x - collisionRect.width / 2, y: y - collisionRect.height / 2 };
  };
}

/** Pixels that the pointer must move before a press becomes a drag. */
const DRAG_DISTANCE = 3;
// Also measures rows that scroll into view during a drag.
const virtualMeasuring = { droppable: { strategy: MeasuringStrategy.Always } };

export interface SorterProps<T extends SortedItem> {
  items: readonly T[];
  /** Name of an item for the announcements to screen readers. */
  thing: string;
  strategy: SortingStrategy;
  modifiers?: Modifiers;
  disabled?: boolean;
  /** True when only a part of the items is rendered. */
  virtual?: boolean;
  /** Called with the id of the dragged item and the id of the item on which it was dropped. */
  onMove: (from: string, to: string) => void;
  /** The items. A function receives the id of the item that is being dragged or dropped, which must stay rendered. */
  children: ReactNode | ((keptId: string | null) => ReactNode);
  /** Content that follows the pointer; by default the item itself. */
  renderDragged?: (item: T) => ReactNode;
}

/** Lets the user reorder items by dragging them with the pointer or the keyboard. */
export function Sorter<T extends SortedItem>(props: SorterProps<T>) {
  const { items, thing, strategy, modifiers, disabled, virtual, onMove, children, renderDragged } = props;
  const [draggedId, setDraggedId] = useState<string | null>(null);
  const [dropped, setDropped] = useState<Dropped | null>(null);
  const settle = useCallback(() => setDropped(null), []);
  const ids = useMemo(() => items.map(({ id }) => id), [items]);
  const sensors = useSensors(
    useSensor(PointerSensor, { activationConstraint: { distance: DRAG_DISTANCE } }),
    // Scrolls without animation, because the next key press counts from the present scroll position.
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

/** Returns the props for an item of a Sorter and its handle. */
export function useSortedItem(id: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return {
    isDragging,
    item: { ref: setNodeRef, style: { transform: CSS.Translate.toString(transform), transition } },
    handle: { ...attributes, ...listeners, ref: setActivatorNodeRef },
    /** Listeners for items that can be dragged anywhere on their surface. */
    listeners,
  };
}

const Grip = styled(StyledIconButton)`
  cursor: grab;
  touch-action: none;
  &:active {
    cursor: grabbing;
  }
`;

/** A handle for dragging a row or card; it needs the sortable item's listeners and attributes as props. */
export function DragHandle({ label, ...rest }: ComponentProps<'button'> & { label: string }) {
  return (
    <Grip {...rest} type="button" aria-label={label} data-drag-handle>
      <GripVertical size={16} aria-hidden />
    </Grip>
  );
}
