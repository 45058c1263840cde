import styled from '@emotion/styled';
import { ImageOff } from 'lucide-react';
import { useState } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { space, tokens } from '../../ui';

const Picture = styled.span`
  display: grid;
  place-items: center;
  align-content: center;
  gap: ${space(1)};
  aspect-ratio: var(--frame, 9 / 16);
  overflow: hidden;
  border-radius: ${tokens.radiusSmall};
  background: ${tokens.surface3};
  color: ${tokens.text2};
  font-size: ${tokens.caption};
  text-align: center;
  & > img {
    width: 100%;
    height: 100%;
    object-fit: contain;
  }
`;

/** Shows an image of an earlier version, whose file may no longer exist. */
export function PastImage({ url, width, isKept = true }: { url: string | null; width: string; isKept?: boolean }) {
  const [missing, setMissing] = useState<string | null>(null);
  const isMissing = url !== null && (missing === url || !isKept);
  return (
    <Picture>
      {url !== null && !isMissing ? (
        <img {...pictureSource(url, width)} alt="" loading="lazy" onError={() => setMissing(url)} />
      ) : (
        <>
          <ImageOff size={16} aria-hidden />
          {isMissing && 'No longer kept'}
        </>
      )}
    </Picture>
  );
}
