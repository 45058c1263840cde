import styled from '@emotion/styled';
import { type FilmTimeline, minutesAndSeconds, type PlayedScene, type Scene } from '@storyreel/contracts';
import { ImageOff, MicOff } from 'lucide-react';
import { pictureSource } from '../../../platform/picture-source';
import { useExternalStore } from '../../../platform/store';
import { mobile, space, tokens } from '../../../ui';
import { sceneNumber } from '../../scenes/api';
import type { FilmPlayer } from './film-player';

const Tiles = styled.ol`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(64px, 1fr));
  gap: ${space(2)};
  ${mobile} {
    grid-template-columns: repeat(auto-fill, minmax(56px, 1fr));
  }
`;
const Tile = styled.button`
  position: relative;
  display: block;
  width: 100%;
  aspect-ratio: 9 / 16;
  padding: 0;
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface2};
  color: ${tokens.text3};
  cursor: pointer;
  &[aria-current='true'] {
    border-color: transparent;
    outline: 3px solid ${tokens.text1};
    outline-offset: -1px;
  }
  &:focus-visible {
    outline: 2px solid ${tokens.focus};
    outline-offset: 2px;
  }
  &[data-missing='true'] {
    border: 1px dashed ${tokens.lineStrong};
  }
  & > img {
    display: block;
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;
const Words = styled.span`
  position: absolute;
  inset: auto 0 0;
  display: flex;
  align-items: center;
  justify-content: space-between;
  padding: 1px ${space(1)};
  background: ${tokens.surface1};
  color: ${tokens.text1};
  font-size: ${tokens.caption};
  font-variant-numeric: tabular-nums;
`;
const Missing = styled.span`
  position: absolute;
  inset: ${space(1)} ${space(1)} auto auto;
  display: grid;
  place-items: center;
  width: 20px;
  height: 20px;
  border-radius: 50%;
  background: ${tokens.surface1};
  color: ${tokens.warning};
`;

/** Returns the picture that represents a scene: its image, or else its clip's thumbnail. */
function stillOf({ videos, mainVideoId, imageUrl }: Scene): string | null {
  return imageUrl ?? videos.find(({ id }) => id === mainVideoId)?.thumbnail ?? null;
}

interface SceneStripProps {
  player: FilmPlayer;
  scenes: readonly Scene[];
  timeline: FilmTimeline;
  /** The scenes with their times in the film. */
  played: readonly PlayedScene[];
  onChoose: (sceneId: string) => void;
}

/** Shows all scenes as a row of upright pictures. Pressing one plays the film from that scene. */
export function SceneStrip({ player, scenes, timeline, played, onChoose }: SceneStripProps) {
  const current = useExternalStore(player.subscribe, () => {
    const { at } = player.get();
    return played.find(({ from, to }) => at >= from && at < to)?.sceneId ?? null;
  });
  const blocks = new Map(timeline.blocks.map((block) => [block.sceneId, block]));
  return (
    <Tiles aria-label="Scenes in the film">
      {scenes.map((scene) => {
        const number = sceneNumber(scene);
        const block = blocks.get(scene.id);
        const still = stillOf(scene);
        const lacks = !block ? ', no image or clip' : block.speech ? '' : ', no narration';
        const length = block ? `, ${minutesAndSeconds(block.seconds)}` : '';
        return (
          <li key={scene.id}>
            <Tile
              type="button"
              aria-current={scene.id === current}
              aria-label={`Go to scene ${number}${scene.title.trim() === '' ? '' : `: ${scene.title}`}${length}${lacks}`}
              data-missing={!block}
              onClick={() => onChoose(scene.id)}
            >
              {still !== null && (
                <img {...pictureSource(still, '96px')} loading="lazy" decoding="async" draggable={false} alt="" />
              )}
              {lacks !== '' && (
                <Missing>{block ? <MicOff size={12} aria-hidden /> : <ImageOff size={12} aria-hidden />}</Missing>
              )}
              <Words aria-hidden>
                <span>{number}</span>
                {block && <span>{minutesAndSeconds(block.seconds)}</span>}
              </Words>
            </Tile>
          </li>
        );
      })}
    </Tiles>
  );
}
