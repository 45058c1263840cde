/** Pixels: the widths in which the server has a picture of ours, besides its own, at `?width=`. */
export const THUMBNAIL_WIDTHS = [160, 320, 640] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/** How wide pictures of a first screen are shown, as CSS says it: the page names these before the screen is drawn. */
export const SHOWN_WIDTHS = {
  projectCard: '(max-width: 767px) 33vw, 150px',
  preview: '280px',
  /** What a picture of 9:16 takes of a square slot, which a phone makes 185 pixels wide and a desk 200. */
  slot: '(max-width: 430px) 104px, 120px',
} as const;

/** The widths of a picture of ours as a `srcset` lists them; null for a picture from elsewhere, which has one. */
export function thumbnailSet(url: string): string | null {
  if (!url.startsWith('/api/media/')) return null;
  const next = url.includes('?') ? '&' : '?';
  return THUMBNAIL_WIDTHS.map((width) => `${url}${next}width=${width} ${width}w`).join(', ');
}
