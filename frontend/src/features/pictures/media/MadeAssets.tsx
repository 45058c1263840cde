import styled from '@emotion/styled';
import type { MadeAsset, RunAsset } from '@storyreel/contracts';
import { FileX } from 'lucide-react';
import { useState } from 'react';
import { Badge, space, tokens } from '../../../ui';
import type { Tone } from '../../../ui';
import { FadeInImage } from './FadeInImage';

type MadePlace = RunAsset['place'];

const MADE_WORD: Record<MadeAsset['kind'], string> = {
  image: 'Image',
  video: 'Clip',
  sound: 'Narration',
  film: 'Film',
};

const MAIN: Record<MadeAsset['kind'], string> = {
  image: 'Main image',
  video: 'Main clip',
  sound: 'In use',
  film: 'Final video',
};

/** Describes the asset's present state in a word or two. */
function placeOf({ kind, place }: { kind: MadeAsset['kind']; place: MadePlace }): { word: string; tone: Tone } {
  if (place === 'main') return { word: MAIN[kind], tone: 'positive' };
  if (place === 'in_scene') return { word: kind === 'film' ? 'Earlier version' : 'In the scene', tone: 'neutral' };
  return place === 'aside' ? { word: 'Not kept yet', tone: 'neutral' } : { word: 'Removed', tone: 'warning' };
}

const Grid = styled.ul`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(112px, 1fr));
  gap: ${space(3)};
  margin: 0;
  padding: 0;
  list-style: none;
`;
/** A sound, which is as wide as its controls need. */
const Sound = styled.li`
  grid-column: 1 / -1;
  & audio {
    width: min(100%, 360px);
    margin-bottom: ${space(1)};
  }
`;
const Frame = styled.div`
  display: grid;
  aspect-ratio: var(--frame, 9 / 16);
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

export type PlacedAsset = MadeAsset & { place: MadePlace };

/** Shows a job's results, to view or play, with their present state. */
export function MadeAssets({ assets, label }: { assets: readonly PlacedAsset[]; label: string }) {
  return (
    <Grid aria-label={label}>
      {assets.map((asset, at) => {
        const name = `${MADE_WORD[asset.kind]} ${at + 1}`;
        const { word, tone } = placeOf(asset);
        const Item = asset.kind === 'sound' ? Sound : 'li';
        return (
          <Item key={asset.id}>
            <Content key={asset.url} asset={asset} name={name} />
            <div>
              <Badge tone={tone}>{word}</Badge>
            </div>
          </Item>
        );
      })}
    </Grid>
  );
}

function Content({ asset: { kind, url }, name }: { asset: MadeAsset; name: string }) {
  const [isGone, setGone] = useState(url === '');
  const lose = () => setGone(true);
  if (isGone && kind === 'sound') return <p>{name} is no longer stored</p>;
  if (kind === 'sound') return <audio src={url} aria-label={name} controls preload="metadata" onError={lose} />;
  if (isGone) {
    return (
      <Frame>
        <span>
          <FileX size={20} aria-hidden />
          <br />
          {name} is no longer stored
        </span>
      </Frame>
    );
  }
  return (
    <Frame>
      {kind === 'image' ? (
        <FadeInImage src={url} alt={name} sizes="160px" onBroken={lose} />
      ) : (
        <video src={url} aria-label={name} controls playsInline preload="metadata" onError={lose} />
      )}
    </Frame>
  );
}
