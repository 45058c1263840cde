import { ImageOff } from 'lucide-react';
import { useState, type ReactNode } from 'react';
import { FadeInImage } from '../../../../domains/media/FadeInImage';
import { Shimmer } from '../../../../domains/media/slot-styles';
import { isUsable, type MediaAsset } from '../../../../domains/media/slots';
import { Spinner } from '../../../../ui';
import { MainChip, Nothing, NumberChip, Picture, Place } from './light-styles';

export interface LightPictureProps {
  asset: MediaAsset;
  /** Its number among the scene's images, from 1. */
  number: number;
  isMain: boolean;
  /** Whether Tab stops here. */
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

/** One image of a scene, whole; one press makes it the main image. */
export function LightPicture({ asset, number, isMain, isStop, onChoose, onFocus }: LightPictureProps) {
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
