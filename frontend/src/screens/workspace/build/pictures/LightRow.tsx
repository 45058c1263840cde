import { LIMITS, type Scene } from '@storyreel/contracts';
import { Expand } from 'lucide-react';
import { memo } from 'react';
import { ImageJobProgress } from '../../../../domains/image-jobs/ImageJobProgress';
import { imageAssets, mainImageId } from '../../../../domains/media/scene-assets';
import { isUsable } from '../../../../domains/media/slots';
import { sceneNumber } from '../../../../domains/scenes/scene-order';
import { IconButton } from '../../../../ui';
import { LightPicture } from './LightPicture';
import { Nothing, Pictures, Place, Row, Words } from './light-styles';

export interface LightRowProps {
  scene: Scene;
  /** The scene that keys are for. */
  isCurrent: boolean;
  /** The image that keys are for, if it is one of this scene; else Tab stops at the main image. */
  currentAt: number | null;
  onChoose: (scene: Scene, at: number) => void;
  onFocus: (sceneId: string, at: number) => void;
  onEnlarge: (sceneId: string, at: number) => void;
}

/** A scene of the light table: its words, and its images beside one another. */
export const LightRow = memo(function LightRow(props: LightRowProps) {
  const { scene, isCurrent, currentAt, onChoose, onFocus, onEnlarge } = props;
  const number = sceneNumber(scene);
  const assets = imageAssets(scene);
  const mainId = mainImageId(scene);
  const mainAt = assets.findIndex(({ id }) => id === mainId);
  const stopAt = currentAt !== null && assets[currentAt] && isUsable(assets[currentAt]) ? currentAt : mainAt;
  const empty = Math.max(0, LIMITS.imagesPerGeneration - assets.length);
  const headingId = `light-${scene.id}`;
  return (
    <Row data-light-scene={scene.id} data-current={isCurrent}>
      <Words>
        <h3 id={headingId} tabIndex={-1}>
          Scene {number}: {scene.title.trim() || 'Untitled'}
        </h3>
        <p>{scene.description}</p>
        {mainAt >= 0 && (
          <IconButton
            label={`Large view of scene ${number}`}
            icon={<Expand size={16} aria-hidden />}
            onFocus={() => onFocus(scene.id, stopAt)}
            onClick={() => onEnlarge(scene.id, stopAt)}
          />
        )}
      </Words>
      <Pictures aria-labelledby={headingId}>
        {assets.map((asset, at) => (
          <LightPicture
            key={asset.id}
            asset={
              asset.status === 'processing'
                ? { ...asset, progress: <ImageJobProgress jobId={scene.imageJobIds[at] ?? null} /> }
                : asset
            }
            number={at + 1}
            isMain={asset.id === mainId}
            isStop={at === stopAt}
            onChoose={() => onChoose(scene, at)}
            onFocus={() => onFocus(scene.id, at)}
          />
        ))}
        {Array.from({ length: empty }, (_, at) => (
          <Place key={`empty-${at}`} data-status="empty">
            <Nothing>No image</Nothing>
          </Place>
        ))}
      </Pictures>
    </Row>
  );
});
