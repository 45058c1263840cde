import styled from '@emotion/styled';
import { useIsPrerender, wasSeen } from '../../../platform/prerender/prerender';
import { pictureSource } from '../../../platform/picture-source';
import { tokens } from '../../../ui';

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
  /** The displayed width, as for `pictureSource`; without it, the original file is loaded. */
  sizes?: string;
  /** True to load the image with low priority. */
  isMinor?: boolean;
  /** Called when the image cannot be loaded. */
  onBroken?: () => void;
}

/**
 * Fades the image in. The attribute is set directly on the element, because a React state would rerender every image on
 * the screen.
 */
const appear = (image: HTMLImageElement): void => {
  image.dataset.loaded = 'true';
};

/** An uncropped image that fades in, at its final position, once it is loaded. */
export function FadeInImage({ src, alt, sizes, isMinor = false, onBroken }: FadeInImageProps) {
  const isFirstLook = useIsPrerender();
  const isThere = wasSeen(src);
  return (
    <Picture
      key={src}
      // Set at once in prerendered markup, which has no load handlers.
      data-loaded={isFirstLook || isThere || undefined}
      // A cached image may be complete before React attaches its handlers.
      ref={(image) => {
        if (image?.complete && image.naturalWidth > 0) appear(image);
      }}
      draggable={false}
      decoding={isThere ? 'sync' : 'async'}
      loading={isThere ? 'eager' : 'lazy'}
      fetchPriority={isMinor ? 'low' : undefined}
      {...(sizes === undefined ? { src } : pictureSource(src, sizes))}
      alt={alt}
      onLoad={({ currentTarget }) => appear(currentTarget)}
      onError={onBroken}
    />
  );
}
