import styled from '@emotion/styled';
import type { ChargedAsset } from '@storyreel/contracts';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { Badge, space, tokens } from '../../ui';
import { FadeInImage } from '../media/FadeInImage';
import { PLACE_WORDS } from './words';

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(96px, 1fr));
  gap: ${space(3)};
`;
const Frame = styled.div`
  display: grid;
  aspect-ratio: 9 / 16;
  margin-bottom: ${space(1)};
  overflow: hidden;
  place-items: center;
  border-radius: ${tokens.radiusMedia};
  background: ${tokens.surface2};
  color: ${tokens.text3};
  font-size: ${tokens.caption};
  text-align: center;
  & video {
    width: 100%;
    height: 100%;
    object-fit: cover;
  }
`;

/** The pictures and clips that a charge paid for, and whether they were kept. */
export function ChargedAssets({ assets }: { assets: readonly ChargedAsset[] }) {
  return (
    <Grid aria-label="What it paid for">
      {assets.map((asset, at) => (
        <li key={asset.id}>
          <Frame>
            <Asset asset={asset} name={`${asset.kind === 'image' ? 'Image' : 'Clip'} ${at + 1}`} />
          </Frame>
          <Badge tone={PLACE_WORDS[asset.place].tone}>{PLACE_WORDS[asset.place].word}</Badge>
        </li>
      ))}
    </Grid>
  );
}

function Asset({ asset: { kind, url }, name }: { asset: ChargedAsset; name: string }) {
  const [isGone, setGone] = useState(url === '');
  if (isGone) {
    return (
      <span>
        <ImageOff size={20} aria-hidden />
        <br />
        {name} is no longer stored
      </span>
    );
  }
  if (kind === 'video') {
    return (
      <video src={url} aria-label={name} controls muted playsInline preload="metadata" onError={() => setGone(true)} />
    );
  }
  return <FadeInImage src={url} alt={name} sizes="140px" onBroken={() => setGone(true)} />;
}
