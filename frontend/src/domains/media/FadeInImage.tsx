import styled from '@emotion/styled';
import { useState } from 'react';
import { tokens } from '../../ui';

const Picture = styled.img`
  display: block;
  width: 100%;
  height: 100%;
  object-fit: cover;
  opacity: 0;
  transition: opacity ${tokens.slow};
  &[data-loaded='true'] {
    opacity: 1;
  }
`;

interface FadeInImageProps {
  src: string;
  alt: string;
  /** The address does not lead to a picture. */
  onBroken?: () => void;
}

/** A picture that appears where it will stay once it is there. */
export function FadeInImage({ src, alt, onBroken }: FadeInImageProps) {
  const [loaded, setLoaded] = useState<string | null>(null);
  return (
    <Picture
      // A cached picture may be complete before React listens.
      ref={(image) => {
        if (image?.complete && image.naturalWidth > 0) setLoaded(src);
      }}
      src={src}
      alt={alt}
      data-loaded={loaded === src}
      draggable={false}
      decoding="async"
      loading="lazy"
      onLoad={() => setLoaded(src)}
      onError={onBroken}
    />
  );
}
