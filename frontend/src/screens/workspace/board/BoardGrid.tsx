import styled from '@emotion/styled';
import type { Scene } from '@storyreel/contracts';
import { useLayoutEffect, useRef, useState } from 'react';
import { useVirtualRows, VIRTUAL_CONTAINER } from '../../../ui/useVirtualRows';
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

export interface BoardGridProps {
  scenes: Scene[];
  flavour: BoardFlavour;
  draggedId: string | null;
}

/** Measures its width first: how many cards stand in a row decides everything else. */
export function BoardGrid(props: BoardGridProps) {
  const frame = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState<number | null>(null);
  useLayoutEffect(() => {
    const element = frame.current;
    if (!element) return;
    const measure = (): void => setWidth(element.clientWidth);
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, []);
  const columns = width === null ? null : columnsIn(width);
  return (
    <div ref={frame}>
      {width !== null && columns !== null && <BoardRows key={columns} {...props} width={width} columns={columns} />}
    </div>
  );
}

interface BoardRowsProps extends BoardGridProps {
  /** Pixels. */
  width: number;
  columns: number;
}

function BoardRows({ scenes, flavour, draggedId, width, columns }: BoardRowsProps) {
  const cardWidth = Math.max(0, (width - (columns - 1) * GAP) / columns);
  const draggedIndex = scenes.findIndex(({ id }) => id === draggedId);
  const { containerRef, rows, after, measure } = useVirtualRows<HTMLDivElement>({
    name: `board/${scenes[0]?.projectId}/${columns}`,
    count: Math.ceil(scenes.length / columns),
    estimateSize: Math.round((cardWidth * 16) / 9) + WORDS_HEIGHT,
    plainUpTo: PLAIN_UP_TO,
    keyOf: (row) => scenes[row * columns]?.id ?? row,
    keep: draggedIndex === -1 ? -1 : Math.floor(draggedIndex / columns),
  });
  return (
    <div ref={containerRef} style={{ ...VIRTUAL_CONTAINER, paddingBottom: after }}>
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
