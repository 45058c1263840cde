import styled from '@emotion/styled';
import type { Scene } from '@storyreel/contracts';
import { useEffect, useState } from 'react';
import { useVirtualRows } from '../scenes/useVirtualRows';
import { columnsIn } from './columns';
import { SceneCard } from './SceneCard';
import type { BoardFlavour } from './scene-badges';

const GAP = 16;

const Row = styled.div`
  display: grid;
  gap: ${GAP}px;
  padding-bottom: ${GAP * 1.5}px;
`;

/** Pixels of a card's words below its picture, for the guess of a row's height. */
const WORDS_HEIGHT = 130;
/** Rows; a board with more renders only those near the view. */
const PLAIN_UP_TO = 12;

/** The element's width in pixels; 0 until it is known. */
function useWidth(element: HTMLElement | null): number {
  const [width, setWidth] = useState(0);
  useEffect(() => {
    if (!element) return;
    const observer = new ResizeObserver(([entry]) => entry && setWidth(entry.contentRect.width));
    observer.observe(element);
    return () => observer.disconnect();
  }, [element]);
  return width;
}

export interface BoardGridProps {
  scenes: Scene[];
  flavour: BoardFlavour;
  draggedId: string | null;
}

export function BoardGrid({ scenes, flavour, draggedId }: BoardGridProps) {
  const [grid, setGrid] = useState<HTMLDivElement | null>(null);
  const width = useWidth(grid);
  const columns = columnsIn(width);
  const cardWidth = (width - (columns - 1) * GAP) / columns;
  const draggedIndex = scenes.findIndex(({ id }) => id === draggedId);
  const { containerRef, rows, after, measure } = useVirtualRows<HTMLDivElement>({
    name: `board/${scenes[0]?.projectId}/${columns}`,
    count: Math.ceil(scenes.length / columns),
    estimateSize: (cardWidth * 16) / 9 + WORDS_HEIGHT,
    plainUpTo: PLAIN_UP_TO,
    keyOf: (row) => scenes[row * columns]?.id ?? row,
    keep: draggedIndex === -1 ? -1 : Math.floor(draggedIndex / columns),
  });
  return (
    <div
      ref={(element) => {
        containerRef.current = element;
        setGrid(element);
      }}
      style={{ paddingBottom: after }}
    >
      {rows.map(({ index, before }) => (
        <Row
          key={index}
          ref={measure}
          data-index={index}
          style={{ marginTop: before, gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))` }}
        >
          {scenes.slice(index * columns, (index + 1) * columns).map((scene) => (
            <SceneCard key={scene.id} scene={scene} flavour={flavour} />
          ))}
        </Row>
      ))}
    </div>
  );
}
