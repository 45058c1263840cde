import { thumbnailSet } from '@storyreel/contracts';

/**
 * Returns `img` attributes that load an image no larger than needed, since our images are available in several widths.
 * @param sizes the displayed width in CSS, such as '120px' or '(max-width: 767px) 50vw, 280px'
 */
export function pictureSource(url: string, sizes: string): { sizes?: string; srcSet?: string; src: string } {
  const srcSet = thumbnailSet(url);
  // React sets the attributes in this order, and WebKit starts loading `src` as soon as it is set.
  return srcSet === null ? { src: url } : { sizes, srcSet, src: url };
}
