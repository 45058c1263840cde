import { LIMITS } from '@storyreel/contracts';
import type { Scene } from '@storyreel/contracts';
import { Expand, ImageOff } from 'lucide-react';
import { memo, useState } from 'react';
import type { ReactNode } from 'react';
import { IconButton, Spinner } from '../../../ui';
import { sceneNumber } from '../../scenes/api';
import { ImageJobProgress } from '../images/ImageQueue';
import { FadeInImage } from '../media/FadeInImage';
import { imageAssets, isUsable, mainImageId } from '../media/assets';
import type { MediaAsset } from '../media/assets';
import { Shimmer } from '../media/slot-styles';
import { MainChip, Nothing, NumberChip, Picture, Pictures, Place, Row, Words } from './light-styles';

export interface LightPictureProps {
  asset: MediaAsset;
  /** Position among the scene's images, from 1. */
  number: number;
  isMain: boolean;
  /** True for the only tab stop in the row. */
  isStop: boolean;
  onChoose: () => void;
  onFocus: () => void;
}

const Failed = ({ name }: { name: string }) => (
  <Nothing>
    <ImageOff size={20} aria-hidden />
    {name} failed
  </Nothing>
);

/** Shows an image of a scene without cropping it; a click makes it the main image. */
function LightPicture({ asset, number, isMain, isStop, onChoose, onFocus }: LightPictureProps) {
  const [brokenUrl, setBrokenUrl] = useState<string | null>(null);
  const name = `Image ${number}`;
  if (!isUsable(asset)) return <Unusable asset={asset} name={name} />;
  return (
    <Place data-status="complete">
      <Picture
        type="button"
        data-picture={number - 1}
        tabIndex={isStop ? 0 : -1}
        aria-label={`${name}, ${isMain ? 'main image' : 'make it the main image'}`}
        aria-pressed={isMain}
        aria-keyshortcuts={number < 10 ? String(number) : undefined}
        onClick={onChoose}
        onFocus={onFocus}
      >
        {brokenUrl === asset.url ? (
          <ImageOff size={20} role="img" aria-label="Can't be displayed" />
        ) : (
          <FadeInImage
            src={asset.url}
            alt=""
            sizes="(max-width: 767px) 25vw, 220px"
            onBroken={() => setBrokenUrl(asset.url)}
          />
        )}
      </Picture>
      <NumberChip aria-hidden>{number}</NumberChip>
      {isMain && <MainChip aria-hidden>Main</MainChip>}
    </Place>
  );
}

function Unusable({ asset, name }: { asset: MediaAsset; name: string }): ReactNode {
  const isMade = asset.status === 'processing';
  return (
    <Place data-status={asset.status} aria-busy={isMade || undefined}>
      {isMade ? (
        <Shimmer>
          <Spinner label={`Generating ${name.toLowerCase()}`} />
          {asset.progress}
        </Shimmer>
      ) : asset.status === 'pending' ? (
        <Nothing>{name} not started</Nothing>
      ) : (
        <Failed name={name} />
      )}
    </Place>
  );
}

export interface LightRowProps {
  scene: Scene;
  /** True if key presses act on this scene. */
  isCurrent: boolean;
  /** Index of the image on which keys act, if it belongs to this scene; otherwise the main image is the tab stop. */
  currentAt: number | null;
  onChoose: (scene: Scene, at: number) => void;
  onFocus: (sceneId: string, at: number) => void;
  onEnlarge: (sceneId: string, at: number) => void;
}

/** A row of the light table: the scene's text, with its images side by side. */
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
