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
  /** How wide it is shown, as of `pictureSource`; without it the picture comes as it is. */
  sizes?: string;
  /** Whether it comes after whatever else the page asks for. */
  isMinor?: boolean;
  /** The address does not lead to a picture. */
  onBroken?: () => void;
}

/** Shows what is there now. Not by React: a screen of pictures would be rendered again for each. */
const appear = (image: HTMLImageElement): void => {
  image.dataset.loaded = 'true';
};

/** A whole picture that appears where it will stay once it is there. */
export function FadeInImage({ src, alt, sizes, isMinor = false, onBroken }: FadeInImageProps) {
  const isFirstLook = useIsPrerender();
  const isThere = wasSeen(src);
  return (
    <Picture
      key={src}
      // In a first look nothing hears that it has come.
      data-loaded={isFirstLook || isThere || undefined}
      // A cached picture may be complete before React listens.
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
