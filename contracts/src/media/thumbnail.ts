/** Pixels: the widths in which the server has a picture of ours, besides its own, at `?width=`. */
export const THUMBNAIL_WIDTHS = [160, 320, 640] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];
