import { useSortable } from '@dnd-kit/sortable';
import { CSS } from '@dnd-kit/utilities';

/** One of a Sorter's items: what its element and its handle are given. */
export function useSortedItem(id: string) {
  const { attributes, listeners, setNodeRef, setActivatorNodeRef, transform, transition, isDragging } = useSortable({
    id,
  });
  return {
    isDragging,
    item: { ref: setNodeRef, style: { transform: CSS.Translate.toString(transform), transition } },
    handle: { ...attributes, ...listeners, ref: setActivatorNodeRef },
    /** For an item that is taken anywhere. */
    listeners,
  };
}
