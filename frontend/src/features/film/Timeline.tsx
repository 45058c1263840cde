import { restrictToHorizontalAxis } from '@dnd-kit/modifiers';
import { horizontalListSortingStrategy } from '@dnd-kit/sortable';
import styled from '@emotion/styled';
import { CARD_SECONDS } from '@storyreel/contracts';
import type { FilmBlock, FilmSettings, FilmTimeline, Scene } from '@storyreel/contracts';
import { Clapperboard, ImageOff, Mic } from 'lucide-react';
import { pictureSource } from '../../platform/picture-source';
import { DragHandle, space, tokens } from '../../ui';
import { useSortedItem } from '../../ui/Sorter';
import { SceneSorter } from '../scenes/SceneSorter';
import { sceneNumber } from '../scenes/api';
import { secondsWords } from './film-parts';

const PIXELS_A_SECOND = 20;
/** Leaves room for the number and the handle, however short the scene. */
const NARROWEST = 88;
/** Keeps other scenes in view beside a long one. */
const WIDEST = 320;
const blockWidth = (seconds: number): number =>
  Math.round(Math.min(WIDEST, Math.max(NARROWEST, seconds * PIXELS_A_SECOND)));

const Item = styled.li`
  position: relative;
  flex: none;
  height: 132px;
  &[data-dragged='true'] {
    z-index: 1;
    opacity: 0.7;
  }
`;
const Face = styled.button`
  position: relative;
  display: flex;
  flex-direction: column;
  justify-content: flex-end;
  width: 100%;
  height: 100%;
  padding: 0;
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  color: ${tokens.text3};
  cursor: pointer;
  &[aria-pressed='true'] {
    border-color: transparent;
    outline: 3px solid ${tokens.text1};
    outline-offset: -1px;
  }
  &:focus-visible {
    outline: 2px solid ${tokens.focus};
    outline-offset: 2px;
  }
  &[data-missing='true'] {
    border-style: dashed;
    border-color: ${tokens.lineStrong};
  }
  & > img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & > svg {
    margin: auto;
  }
`;
const Words = styled.span`
  position: relative;
  display: flex;
  align-items: center;
  gap: ${space(1)};
  padding: ${space(1)} ${space(1.5)};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  & > span:last-of-type {
    margin-left: auto;
    color: ${tokens.text2};
  }
  & > svg {
    flex: none;
  }
`;
const Handle = styled.span`
  position: absolute;
  inset: ${space(1)} ${space(1)} auto auto;
  & > button {
    background: ${tokens.surface1};
  }
`;

interface TimelineBlockProps {
  scene: Scene;
  /** Null for a scene with nothing to show. */
  block: FilmBlock | null;
  isChosen: boolean;
  onToggle: () => void;
}

function pictureOf(scene: Scene, block: FilmBlock | null): string | null {
  if (block?.picture.kind !== 'clip') return block?.picture.url ?? null;
  return scene.videos.find(({ id }) => id === scene.mainVideoId)?.thumbnail ?? scene.imageUrl;
}

function labelOf(number: number, { title }: Scene, block: FilmBlock | null): string {
  const name = title.trim() === '' ? `Scene ${number}` : `Scene ${number}: ${title}`;
  if (block === null) return `${name}, no image or clip`;
  const narration = block.speech ? ', with narration' : '';
  return `${name}, ${block.picture.kind}, ${secondsWords(block.seconds)}${narration}`;
}

/** A scene on the timeline: press to show its settings, drag the handle to move it. */
function TimelineBlock({ scene, block, isChosen, onToggle }: TimelineBlockProps) {
  const {
    isDragging,
    item: { ref, style },
    handle,
  } = useSortedItem(scene.id);
  const number = sceneNumber(scene);
  const picture = pictureOf(scene, block);
  const width = block ? blockWidth(block.seconds) : NARROWEST;
  return (
    <Item ref={ref} style={{ ...style, width }} data-dragged={isDragging}>
      <Face
        type="button"
        aria-label={labelOf(number, scene, block)}
        aria-pressed={isChosen}
        data-missing={block === null}
        onClick={onToggle}
      >
        {picture !== null && (
          <img {...pictureSource(picture, '120px')} alt="" loading="lazy" decoding="async" draggable={false} />
        )}
        {block === null && <ImageOff size={20} aria-hidden />}
        <Words>
          <span>{number}</span>
          {block?.picture.kind === 'clip' && <Clapperboard size={14} aria-hidden />}
          {block?.speech && <Mic size={14} aria-hidden />}
          {block && <span>{secondsWords(block.seconds)}</span>}
        </Words>
      </Face>
      <Handle>
        <DragHandle {...handle} label={`Move scene ${number}`} />
      </Handle>
    </Item>
  );
}

const Card = styled(Item)`
  display: flex;
  flex-direction: column;
  justify-content: space-between;
  gap: ${space(1)};
  padding: ${space(2)};
  overflow: hidden;
  border-radius: ${tokens.radius};
  background: ${tokens.surface3};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  & > span:first-of-type {
    display: -webkit-box;
    -webkit-box-orient: vertical;
    -webkit-line-clamp: 5;
    overflow: hidden;
    color: ${tokens.text1};
    overflow-wrap: anywhere;
  }
`;

/** A title card before the first scene or after the last; cannot be moved. */
function CardBlock({ width, label, words }: { width: number; label: string; words: string }) {
  return (
    <Card style={{ width }}>
      <span dir="auto">{words}</span>
      <span>{label}</span>
    </Card>
  );
}

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
  /** Null clears the choice. */
  onChoose: (sceneId: string | null) => void;
}

/** The scenes in film order, as wide as they are long. Reordering them here reorders them everywhere. */
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
