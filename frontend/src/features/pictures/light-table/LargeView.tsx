import styled from '@emotion/styled';
import type { Scene } from '@storyreel/contracts';
import { Check, ChevronLeft, ChevronRight } from 'lucide-react';
import { useRef } from 'react';
import { ReworkMenu } from '../rework/ReworkMenu';
import { FadeInImage } from '../media/FadeInImage';
import { imageAssets, isUsable, mainImageId } from '../media/assets';
import { sceneNumber } from '../../scenes/api';
import { Button, Dialog, IconButton, space, tokens } from '../../../ui';

const Stage = styled.div`
  display: grid;
  grid-template-columns: auto minmax(0, 1fr) auto;
  align-items: center;
  gap: ${space(2)};
`;
const Frame = styled.div`
  /* As high as the window allows, and no wider than the available space. */
  width: min(100%, max(112px, calc((100dvh - 260px) * var(--frame-width, 0.5625))));
  aspect-ratio: var(--frame, 9 / 16);
  justify-self: center;
  overflow: hidden;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
`;

export interface LargeViewProps {
  scene: Scene;
  at: number;
  onMove: (by: 1 | -1) => void;
  onChoose: (scene: Scene, at: number) => void;
  onClose: () => void;
  /** Restores the focus after closing. */
  onClosed: () => void;
}

/**
 * Shows an image as large as the window allows. The keys are the same as on the light table (the screen for choosing
 * images of all scenes).
 */
export function LargeView({ scene, at, onMove, onChoose, onClose, onClosed }: LargeViewProps) {
  const choice = useRef<HTMLButtonElement>(null);
  const assets = imageAssets(scene);
  const asset = assets[at];
  const isMain = asset !== undefined && asset.id === mainImageId(scene);
  const before = assets.findLastIndex((other, place) => place < at && isUsable(other));
  const after = assets.findIndex((other, place) => place > at && isUsable(other));
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={`Scene ${sceneNumber(scene)}: ${scene.title.trim() || 'Untitled'}`}
      description={`Image ${at + 1} of ${assets.length}`}
      size="large"
      initialFocus={choice}
      onCloseAutoFocus={(event) => {
        event.preventDefault();
        onClosed();
      }}
      footer={
        <>
          {asset && isUsable(asset) && <ReworkMenu scene={scene} url={asset.url} name={`Image ${at + 1}`} />}
          <Button
            variant={isMain ? 'secondary' : 'primary'}
            ref={choice}
            aria-pressed={isMain}
            icon={isMain ? <Check size={16} aria-hidden /> : undefined}
            onClick={() => onChoose(scene, at)}
          >
            {isMain ? 'Main Image' : 'Make Main Image'}
          </Button>
        </>
      }
    >
      <Stage>
        <IconButton
          label="Previous image"
          icon={<ChevronLeft size={20} aria-hidden />}
          disabled={before === -1}
          onClick={() => onMove(-1)}
        />
        <Frame>{asset && <FadeInImage key={asset.url} src={asset.url} alt={`Image ${at + 1}`} />}</Frame>
        <IconButton
          label="Next image"
          icon={<ChevronRight size={20} aria-hidden />}
          disabled={after === -1}
          onClick={() => onMove(1)}
        />
      </Stage>
    </Dialog>
  );
}
