import styled from '@emotion/styled';
import { type FilmBlock, imagesOf, type Scene, type ShotPicture } from '@storyreel/contracts';
import { useQueryClient } from '@tanstack/react-query';
import { Clapperboard, Minus, Pin, PinOff, Plus, RotateCcw, Trash2 } from 'lucide-react';
import { pictureSource } from '../../platform/picture-source';
import { Button, Row, space, tokens } from '../../ui';
import { sceneNumber } from '../scenes/api';
import { secondsWords, SubHeading } from './film-parts';
import { changeShots, pinToggled, removed, swapped, type TimelineShot, trimmed } from './shots';

const Group = styled.section`
  display: grid;
  gap: ${space(3)};
  padding: ${space(4)};
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radiusCard};
`;
const Said = styled.p`
  color: ${tokens.text2};
  overflow-wrap: anywhere;
`;
const Pictures = styled.div`
  display: flex;
  flex-wrap: wrap;
  gap: ${space(2)};
`;
const PictureButton = styled.button`
  position: relative;
  width: 56px;
  height: 84px;
  padding: 0;
  overflow: hidden;
  border: 1px solid ${tokens.line};
  border-radius: ${tokens.radius};
  background: ${tokens.surface2};
  color: ${tokens.text1};
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
  & > img {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
  & > svg {
    position: absolute;
    inset: auto auto ${space(1)} ${space(1)};
    padding: 2px;
    border-radius: 4px;
    background: ${tokens.surface1};
  }
`;

/** Returns the picture to show for a clip that is not playing. */
export const clipPicture = ({ videos, mainVideoId, imageUrl }: Scene): string | null =>
  videos.find(({ id }) => id === mainVideoId)?.thumbnail ?? imageUrl;

/** Names a shot's content, such as 'clip' or 'image 2'. */
export function pictureName(picture: ShotPicture, block: FilmBlock): string {
  if (picture.kind === 'clip') return 'clip';
  return `image ${imagesOf(block).indexOf(picture.url) + 1}`;
}

const isSame = (one: ShotPicture, other: ShotPicture): boolean =>
  one.kind === 'clip' ? other.kind === 'clip' : other.kind === 'image' && one.url === other.url;

interface ShotPanelProps {
  scene: Scene;
  block: FilmBlock;
  shots: readonly TimelineShot[];
  /** Index of the shot. */
  at: number;
  /** Shows another shot of the scene. */
  onChoose: (at: number) => void;
}

/** Shows one shot of a scene: its picture, its length, and whether it is pinned. */
export function ShotPanel({ scene, block, shots, at, onChoose }: ShotPanelProps) {
  const queryClient = useQueryClient();
  const shot = shots[at];
  if (!shot) return null;
  const send = (change: Parameters<typeof changeShots>[3] | null) =>
    change && void changeShots(queryClient, scene, block, change);
  const [longer, shorter] = [trimmed(block, shots, at, 1), trimmed(block, shots, at, -1)];
  const gone = removed(block, shots, at);
  const name = `Shot ${at + 1} of scene ${sceneNumber(scene)}`;
  const pictures: ShotPicture[] = [
    ...(block.picture.kind === 'clip' ? [{ kind: 'clip' as const }] : []),
    ...imagesOf(block).map((url) => ({ kind: 'image' as const, url })),
  ];
  return (
    <Group aria-label={name}>
      <SubHeading>
        {name}: {secondsWords(shot.to - shot.from)}
      </SubHeading>
      {shot.words !== '' && <Said dir="auto">“{shot.words}”</Said>}
      {pictures.length > 1 && (
        <Pictures role="group" aria-label="Shows">
          {pictures.map((picture) => {
            const url = picture.kind === 'clip' ? clipPicture(scene) : picture.url;
            const isShown = isSame(picture, shot.picture);
            return (
              <PictureButton
                key={picture.kind === 'clip' ? 'clip' : picture.url}
                type="button"
                aria-label={`Show ${pictureName(picture, block)}`}
                aria-pressed={isShown}
                onClick={() => isShown || send(swapped(block, shot, picture))}
              >
                {url !== null && <img {...pictureSource(url, '56px')} alt="" decoding="async" />}
                {picture.kind === 'clip' && <Clapperboard size={18} aria-hidden />}
              </PictureButton>
            );
          })}
        </Pictures>
      )}
      <Row gap={2}>
        <Button
          size="small"
          icon={<Minus size={16} aria-hidden />}
          aria-disabled={shorter === null || undefined}
          onClick={() => send(shorter)}
        >
          Shorter
        </Button>
        <Button
          size="small"
          icon={<Plus size={16} aria-hidden />}
          aria-disabled={longer === null || undefined}
          onClick={() => send(longer)}
        >
          Longer
        </Button>
        <Button
          size="small"
          icon={shot.isPinned ? <PinOff size={16} aria-hidden /> : <Pin size={16} aria-hidden />}
          onClick={() => send(pinToggled(block, shot))}
        >
          {shot.isPinned ? 'Unpin' : 'Pin'}
        </Button>
        <Button
          size="small"
          icon={<Trash2 size={16} aria-hidden />}
          aria-disabled={gone === null || undefined}
          onClick={() => {
            send(gone);
            if (gone) onChoose(Math.max(0, at - 1));
          }}
        >
          Remove
        </Button>
        {scene.shotPins.length > 0 && (
          <Button
            size="small"
            variant="ghost"
            icon={<RotateCcw size={16} aria-hidden />}
            onClick={() => send({ action: 'reset' })}
          >
            Reset Shots
          </Button>
        )}
      </Row>
    </Group>
  );
}
