import styled from '@emotion/styled';
import { useState } from 'react';
import { pictureSource } from '../../platform/picture-source';
import { tokens } from '../../ui';

const Picture = styled.img`
  display: block;
  width: 100%;
  height: 100%;
  object-fit: contain;
  opacity: 0;
  transition: opacity ${tokens.slow};
  &[data-loaded='true'] {
    opacity: 1;
  }
`;

interface FadeInImageProps {
  src: string;
  alt: string;
  /** How wide it is shown, as of `pictureSource`; without it the picture comes as it is. */
  sizes?: string;
  /** The address does not lead to a picture. */
  onBroken?: () => void;
}

/** A whole picture that appears where it will stay once it is there. */
export function FadeInImage({ src, alt, sizes, onBroken }: FadeInImageProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  return (
    <Picture
      // A cached picture may be complete before React listens.
      ref={(image) => {
        if (image?.complete && image.naturalWidth > 0) setLoaded(src);
      }}
      data-loaded={loaded === src}
      draggable={false}
      decoding="async"
      loading="lazy"
      {...(sizes === undefined ? { src } : pictureSource(src, sizes))}
      alt={alt}
      onLoad={() => setLoaded(src)}
      onError={onBroken}
    />
  );
}
