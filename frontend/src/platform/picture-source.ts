import { thumbnailSet } from '@storyreel/contracts';

/**
 * What an `img` shows of a picture, in no more pixels than it needs: pictures of ours come in several widths.
 * @param sizes how wide it is shown, as CSS says it: '120px', '(max-width: 767px) 50vw, 280px'
 */
export function pictureSource(url: string, sizes: string): { sizes?: string; srcSet?: string; src: string } {
  const srcSet = thumbnailSet(url);
  // React sets them in this order: WebKit fetches what `src` says as soon as it is there.
  return srcSet === null ? { src: url } : { sizes, srcSet, src: url };
}
