import { rectSortingStrategy } from '@dnd-kit/sortable';
import styled from '@emotion/styled';
import type { Project, Scene } from '@storyreel/contracts';
import { Clapperboard, Image } from 'lucide-react';
import { useState } from 'react';
import { QueueBadge } from '../../../domains/image-jobs/QueueBadge';
import { useScenes } from '../../../domains/scenes/queries';
import { SceneSorter } from '../../../domains/scenes/SceneSorter';
import { sceneNumber } from '../../../domains/scenes/scene-order';
import { EmptyState, Skeleton, space, ToggleGroup, tokens, Unreadable } from '../../../ui';
import { NextStepButton } from '../NextStep';
import { BoardGrid } from './BoardGrid';
import { CardPicture } from './CardPicture';
import type { BoardFlavour } from './scene-badges';

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

/** The scenes as a storyboard of 9:16 cards. */
export default function BoardTab({ project }: { project: Project }) {
  const [flavour, setFlavour] = useState<BoardFlavour>('images');
  const { data: scenes, isError, refetch } = useScenes(project.id);

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
        <QueueBadge />
      </Bar>
      {scenes === undefined ? (
        isError ? (
          <Unreadable what="the scenes" retry={refetch} />
        ) : (
          <Ghosts aria-busy="true" aria-label="Loading scenes">
            {[1, 2, 3, 4, 5].map((card) => (
              <Skeleton key={card} aspectRatio="9 / 16" radius={tokens.radiusMedia} />
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
