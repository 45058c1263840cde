import { useState } from 'react';

/**
 * What the grid shows as chosen. It follows the stored main item; deselecting clears it on this screen only, until
 * another item becomes the main one or this one is chosen again.
 */
export function useSlotSelection(mainId: string | null): {
  selectedId: string | null;
  deselect(): void;
  reselect(): void;
} {
  const [hidden, setHidden] = useState<string | null>(null);
  return {
    selectedId: mainId !== null && mainId === hidden ? null : mainId,
    deselect: () => setHidden(mainId),
    reselect: () => setHidden(null),
  };
}
