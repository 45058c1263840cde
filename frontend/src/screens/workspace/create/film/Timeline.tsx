import { restrictToHorizontalAxis } from '@dnd-kit/modifiers';
import { horizontalListSortingStrategy } from '@dnd-kit/sortable';
import styled from '@emotion/styled';
import { CARD_SECONDS, type FilmSettings, type FilmTimeline, type Scene } from '@storyreel/contracts';
import { SceneSorter } from '../../../../domains/scenes/SceneSorter';
import { space, tokens } from '../../../../ui';
import { blockWidth, CardBlock, TimelineBlock } from './TimelineBlock';

const Strip = styled.ol`
  display: flex;
  gap: ${space(1)};
  padding: ${space(1)} ${space(1)} ${space(3)};
  margin: 0 -${space(1)};
  overflow-x: auto;
  overscroll-behavior-x: contain;
  scrollbar-width: thin;
  scrollbar-color: ${tokens.lineStrong} transparent;
`;

interface TimelineProps {
  projectId: string;
  scenes: Scene[];
  timeline: FilmTimeline;
  settings: FilmSettings;
  chosenId: string | null;
  /** Null: none any more. */
  onChoose: (sceneId: string | null) => void;
}

/** The scenes in the order of the film, as wide as they are long. Their order here is their order everywhere. */
export function Timeline({ projectId, scenes, timeline, settings, chosenId, onChoose }: TimelineProps) {
  const blocks = new Map(timeline.blocks.map((block) => [block.sceneId, block]));
  const { titleCard, endCard } = settings;
  return (
    <SceneSorter
      projectId={projectId}
      scenes={scenes}
      strategy={horizontalListSortingStrategy}
      modifiers={[restrictToHorizontalAxis]}
    >
      <Strip aria-label="Timeline">
        {titleCard.trim() !== '' && <CardBlock width={blockWidth(CARD_SECONDS)} label="Title card" words={titleCard} />}
        {scenes.map((scene) => (
          <TimelineBlock
            key={scene.id}
            scene={scene}
            block={blocks.get(scene.id) ?? null}
            isChosen={scene.id === chosenId}
            onToggle={() => onChoose(scene.id === chosenId ? null : scene.id)}
          />
        ))}
        {endCard.trim() !== '' && <CardBlock width={blockWidth(CARD_SECONDS)} label="End card" words={endCard} />}
      </Strip>
    </SceneSorter>
  );
}
