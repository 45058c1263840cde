import { rectSortingStrategy } from '@dnd-kit/sortable';
import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { Clapperboard, Image } from 'lucide-react';
import { useLayoutEffect, useRef, useState } from 'react';
import { EmptyState, Skeleton, space, ToggleGroup, tokens, Unreadable } from '../../../ui';
import { useVirtualRows, VIRTUAL_CONTAINER } from '../../../ui/useVirtualRows';
import { useWaitingScenes } from '../../batches/api';
import { NextStepButton } from '../../next-step/NextStep';
import { QueueBadge } from '../../pictures/images/ImageQueue';
import { SceneSorter } from '../../scenes/SceneSorter';
import { sceneNumber, useScenes } from '../../scenes/api';
import { CardPicture } from './CardPicture';
import type { BoardFlavour } from './CardPicture';
import { SceneCard } from './SceneCard';

const MIN_CARD = 176;
const CARD_GAP = 16;
const AT_LEAST = 2;
const AT_MOST = 5;

/** Returns the number of cards per row for a width in pixels: two on a phone, five on a desktop. */
export const columnsIn = (width: number): number =>
  Math.min(AT_MOST, Math.max(AT_LEAST, Math.floor((width + CARD_GAP) / (MIN_CARD + CARD_GAP))));

const GAP = 16;

const Row = styled.div`
  display: grid;
  gap: ${GAP}px;
  padding-bottom: ${GAP * 1.5}px;
`;

/** Estimated height in pixels of the text below a card's image. */
const WORDS_HEIGHT = 130;
/** Maximum number of rows up to which a board is not virtualised. */
const PLAIN_UP_TO = 12;

export interface BoardGridProps {
  scenes: Scene[];
  flavour: BoardFlavour;
  draggedId: string | null;
}

/** Measures the width of the board first, because everything else depends on the number of cards per row. */
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
  /** Width in pixels. */
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

const Bar = styled.div`
  display: flex;
  flex-wrap: wrap;
  align-items: center;
  justify-content: space-between;
  gap: ${space(3)};
  margin-bottom: ${space(4)};
`;
const Dragged = styled.div`
  border-radius: ${tokens.radiusMedia};
  box-shadow: ${tokens.shadow};
`;
const Ghosts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(160px, 1fr));
  gap: ${space(4)};
`;

const FLAVOURS = [
  { value: 'images', label: 'Images', icon: <Image size={16} aria-hidden /> },
  { value: 'videos', label: 'Videos', icon: <Clapperboard size={16} aria-hidden /> },
] as const;

/** Shows the scenes as a storyboard of 9:16 cards. */
export default function BoardTab({ project }: { project: Project }) {
  const [flavour, setFlavour] = useState<BoardFlavour>('images');
  const { data: scenes, isError, refetch } = useScenes(project.id);

  const waiting = useWaitingScenes('images');

  function renderDragged(scene: Scene) {
    return (
      <Dragged>
        <CardPicture scene={scene} flavour="images" number={sceneNumber(scene)} />
      </Dragged>
    );
  }

  return (
    <>
      <Bar>
        <ToggleGroup value={flavour} onValueChange={setFlavour} options={FLAVOURS} ariaLabel="What the cards show" />
        <QueueBadge waiting={waiting} />
      </Bar>
      {scenes === undefined ? (
        isError ? (
          <Unreadable what="the scenes" retry={refetch} />
        ) : (
          <Ghosts aria-busy="true" aria-label="Loading scenes">
            {[1, 2, 3, 4, 5].map((card) => (
              <Skeleton key={card} aspectRatio="var(--frame, 9 / 16)" radius={tokens.radiusMedia} />
            ))}
          </Ghosts>
        )
      ) : scenes.length === 0 ? (
        <EmptyState
          title="No scenes for storyboard"
          line="Create scenes from your story to see them here."
          action={<NextStepButton project={project} tab="board" />}
        />
      ) : (
        <SceneSorter
          projectId={project.id}
          scenes={scenes}
          strategy={rectSortingStrategy}
          renderDragged={renderDragged}
        >
          {(draggedId) => <BoardGrid scenes={scenes} flavour={flavour} draggedId={draggedId} />}
        </SceneSorter>
      )}
    </>
  );
}
