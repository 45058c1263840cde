import { restrictToHorizontalAxis } from '@dnd-kit/modifiers';
import { horizontalListSortingStrategy } from '@dnd-kit/sortable';
import styled from '@emotion/styled';
import { CARD_SECONDS } from '@storyreel/contracts';
import type { FilmBlock, FilmSettings, FilmTimeline, Scene } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Clapperboard, ImageOff, Mic, Pin } from 'lucide-react';
import { type KeyboardEvent, useMemo, useState } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { DragHandle, space, Stack, tokens } from '../../ui';
import { useSortedItem } from '../../ui/Sorter';
import { SceneSorter } from '../scenes/SceneSorter';
import { sceneNumber } from '../scenes/api';
import { secondsWords } from './film-parts';
import { clipPicture, pictureName, ShotPanel } from './ShotPanel';
import { changeShots, removed, type TimelineShot, timelineShots } from './shots';

const PIXELS_A_SECOND = 20;
/** Minimum width of a scene, whatever its length: enough for the number, the seconds and the handle. */
const NARROWEST = 96;
/** Minimum width of a shot, about that of a fingertip. */
const NARROWEST_SHOT = 44;
const shotWidth = (seconds: number): number => Math.round(Math.max(NARROWEST_SHOT, seconds * PIXELS_A_SECOND));
const sceneWidth = (shots: readonly TimelineShot[]): number =>
  Math.max(
    NARROWEST,
    shots.reduce((sum, { from, to }) => sum + shotWidth(to - from), 0),
  );

const Item = styled.li`
  position: relative;
  display: flex;
  flex: none;
  flex-direction: column;
  height: 148px;
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  &[data-dragged='true'] {
    z-index: 1;
    opacity: 0.7;
  }
  &[data-missing='true'] {
    border-style: dashed;
    border-color: ${tokens.lineStrong};
    color: ${tokens.text3};
    & > svg {
      margin: auto;
    }
  }
`;
const Shots = styled.ol`
  display: flex;
  flex: 1;
  min-height: 0;
  gap: 1px;
  & > li {
    flex: 1 1 0;
    min-width: 0;
  }
`;
const ShotFace = styled.button`
  position: relative;
  display: block;
  width: 100%;
  height: 100%;
  padding: 0;
  overflow: hidden;
  border: 0;
  background: ${tokens.surface2};
  color: ${tokens.text1};
  cursor: pointer;
  &[aria-pressed='true'] {
    outline: 3px solid ${tokens.text1};
    outline-offset: -3px;
  }
  &:focus-visible {
    outline: 2px solid ${tokens.focus};
    outline-offset: -2px;
  }
  & > img {
    position: absolute;
    inset: 0;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & > span {
    position: absolute;
    inset: auto ${space(1)} ${space(1)} auto;
    padding: 0 3px;
    border-radius: 4px;
    background: ${tokens.surface1};
    font-size: ${tokens.caption};
    font-variant-numeric: tabular-nums;
  }
  & > svg {
    position: absolute;
    inset: ${space(1)} auto auto ${space(1)};
    padding: 2px;
    border-radius: 4px;
    background: ${tokens.surface1};
  }
`;
const Foot = styled.div`
  display: flex;
  align-items: center;
  background: ${tokens.surface1};
`;
const Face = styled.button`
  display: flex;
  flex: 1;
  align-items: center;
  gap: ${space(1)};
  min-width: 0;
  min-height: 44px;
  padding: ${space(1)} ${space(1.5)};
  border: 0;
  background: none;
  color: ${tokens.text1};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
  white-space: nowrap;
  cursor: pointer;
  &[aria-pressed='true'] {
    font-weight: 650;
    text-decoration: underline;
    text-underline-offset: 3px;
  }
  &:focus-visible {
    outline: 2px solid ${tokens.focus};
    outline-offset: -2px;
  }
  & > span:last-of-type {
    color: ${tokens.text2};
  }
  & > svg {
    flex: none;
  }
`;

interface TimelineBlockProps {
  scene: Scene;
  /** The scene's block in the film; null for a scene without a picture. */
  block: FilmBlock | null;
  shots: readonly TimelineShot[];
  isChosen: boolean;
  onToggle: () => void;
  /** Index of the chosen shot; null if none of this scene's shots is chosen. */
  shotAt: number | null;
  onShot: (at: number) => void;
  onRemove: (at: number) => void;
}

function labelOf(number: number, { title }: Scene, block: FilmBlock | null): string {
  const name = title.trim() === '' ? `Scene ${number}` : `Scene ${number}: ${title}`;
  if (block === null) return `${name}, no image or clip`;
  const narration = block.speech ? ', with narration' : '';
  return `${name}, ${block.picture.kind}, ${secondsWords(block.seconds)}${narration}`;
}

/** Moves the focus along the shots of all scenes when an arrow key is pressed. */
function moveFocus(event: KeyboardEvent<HTMLElement>): void {
  const step = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
  if (step === undefined) return;
  const all = [...(event.currentTarget.closest('[data-strip]')?.querySelectorAll<HTMLElement>('[data-shot]') ?? [])];
  const next = all[all.indexOf(event.currentTarget) + step];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/**
 * A scene on the timeline. Pressing a shot opens it, pressing the bar shows the scene's settings, and dragging the
 * handle moves the scene.
 */
function TimelineBlock({ scene, block, shots, isChosen, onToggle, shotAt, onShot, onRemove }: TimelineBlockProps) {
  const {
    isDragging,
    item: { ref, style },
    handle,
  } = useSortedItem(scene.id);
  const number = sceneNumber(scene);
  return (
    <Item
      ref={ref}
      style={{ ...style, width: sceneWidth(shots) }}
      data-dragged={isDragging}
      data-missing={block === null}
    >
      {block === null && <ImageOff size={20} aria-hidden />}
      {block && (
        <Shots aria-label={`Shots of scene ${number}`}>
          {shots.map(({ from, to, picture, isPinned }, at) => {
            const url = picture.kind === 'clip' ? clipPicture(scene) : picture.url;
            const told = [pictureName(picture, block), secondsWords(to - from), ...(isPinned ? ['pinned'] : [])];
            return (
              <li key={from} style={{ flexGrow: to - from }}>
                <ShotFace
                  type="button"
                  data-shot
                  aria-label={`Shot ${at + 1} of scene ${number}, ${told.join(', ')}`}
                  aria-pressed={at === shotAt}
                  onClick={() => onShot(at)}
                  onKeyDown={(event) => {
                    moveFocus(event);
                    if (event.key === 'Delete' || event.key === 'Backspace') onRemove(at);
                  }}
                >
                  {url !== null && (
                    <img {...pictureSource(url, '80px')} alt="" loading="lazy" decoding="async" draggable={false} />
                  )}
                  {isPinned && <Pin size={18} aria-hidden />}
                  <span>{Math.round((to - from) * 10) / 10}</span>
                </ShotFace>
              </li>
            );
          })}
        </Shots>
      )}
      <Foot>
        <Face type="button" aria-label={labelOf(number, scene, block)} aria-pressed={isChosen} onClick={onToggle}>
          <span>{number}</span>
          {block?.picture.kind === 'clip' && <Clapperboard size={14} aria-hidden />}
          {block?.speech && <Mic size={14} aria-hidden />}
          {block && <span>{secondsWords(block.seconds)}</span>}
        </Face>
        <DragHandle {...handle} label={`Move scene ${number}`} />
      </Foot>
    </Item>
  );
}

const CARD_WIDTH = Math.round(Math.max(NARROWEST, CARD_SECONDS * PIXELS_A_SECOND));
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

/** A title card before the first scene or after the last one; it cannot be moved. */
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
  /** Selects a scene; null clears the selection. */
  onChoose: (sceneId: string | null) => void;
}

/**
 * Shows the scenes in film order with their shots; widths are proportional to durations. Reordering scenes here
 * reorders them everywhere.
 */
export function Timeline({ projectId, scenes, timeline, settings, chosenId, onChoose }: TimelineProps) {
  const queryClient = useQueryClient();
  const { titleCard, endCard, pace } = settings;
  const shown = useMemo(
    () => new Map(timeline.blocks.map((block) => [block.sceneId, { block, shots: timelineShots(block, pace) }])),
    [timeline, pace],
  );
  const [chosen, setChosen] = useState<{ sceneId: string; at: number } | null>(null);
  const scene = scenes.find(({ id }) => id === chosen?.sceneId);
  const open = chosen && scene && shown.get(chosen.sceneId);
  // The scene may have fewer shots than when the shot was chosen.
  const at = open ? Math.min(chosen.at, open.shots.length - 1) : 0;
  function remove(of: Scene, shotAt: number): void {
    const { block, shots } = shown.get(of.id) ?? {};
    const change = block && shots && removed(block, shots, shotAt);
    if (change) void changeShots(queryClient, of, block, change);
  }
  return (
    <Stack gap={3}>
      <SceneSorter
        projectId={projectId}
        scenes={scenes}
        strategy={horizontalListSortingStrategy}
        modifiers={[restrictToHorizontalAxis]}
      >
        <Strip aria-label="Timeline" data-strip>
          {titleCard.trim() !== '' && <CardBlock width={CARD_WIDTH} label="Title card" words={titleCard} />}
          {scenes.map((one) => (
            <TimelineBlock
              key={one.id}
              scene={one}
              block={shown.get(one.id)?.block ?? null}
              shots={shown.get(one.id)?.shots ?? []}
              isChosen={one.id === chosenId}
              onToggle={() => onChoose(one.id === chosenId ? null : one.id)}
              shotAt={one.id === chosen?.sceneId ? at : null}
              onShot={(number) =>
                setChosen(one.id === chosen?.sceneId && number === at ? null : { sceneId: one.id, at: number })
              }
              onRemove={(number) => remove(one, number)}
            />
          ))}
          {endCard.trim() !== '' && <CardBlock width={CARD_WIDTH} label="End card" words={endCard} />}
        </Strip>
      </SceneSorter>
      {open && (
        <ShotPanel
          scene={scene}
          block={open.block}
          shots={open.shots}
          at={at}
          onChoose={(number) => setChosen({ sceneId: scene.id, at: number })}
        />
      )}
    </Stack>
  );
}
