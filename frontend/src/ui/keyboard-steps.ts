import type { KeyboardCoordinateGetter } from '@dnd-kit/core';

/** Pixels of a fine step, with Shift: the specification's. */
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

/** How many items stand in the first row, as far as they are rendered. */
function columnsOf(rects: readonly (Rect | undefined)[]): number {
  const known = rects.filter((rect) => rect !== undefined);
  const top = known[0]?.top;
  return Math.max(1, known.filter((rect) => Math.abs(rect.top - (top ?? 0)) < 2).length);
}

/**
 * A press of an arrow moves what is dragged to the next place of the list, whatever its size; in a grid the arrows up
 * and down go by rows. With Shift it moves by 25 px.
 */
export function keyboardSteps(ids: readonly string[]): KeyboardCoordinateGetter {
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
    // Its middle over the middle of the place: also where one of them is the higher.
    const { x, y } = middle(rect);
    return { x: x - collisionRect.width / 2, y: y - collisionRect.height / 2 };
  };
}
