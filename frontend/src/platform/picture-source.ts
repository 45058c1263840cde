import { THUMBNAIL_WIDTHS } from '@storyreel/contracts';

const isOurs = (url: string): boolean => url.startsWith('/api/media/');

/**
 * What an `img` shows of a picture, in no more pixels than it needs: pictures of ours come in several widths.
 * @param sizes how wide it is shown, as CSS says it: '120px', '(max-width: 767px) 50vw, 280px'
 */
export function pictureSource(url: string, sizes: string): { sizes?: string; srcSet?: string; src: string } {
  if (!isOurs(url)) return { src: url };
  const next = url.includes('?') ? '&' : '?';
  const srcSet = THUMBNAIL_WIDTHS.map((width) => `${url}${next}width=${width} ${width}w`).join(', ');
  // React sets them in this order: WebKit fetches what `src` says as soon as it is there.
  return { sizes, srcSet, src: url };
}
