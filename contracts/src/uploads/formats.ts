export type FileKind = 'image' | 'video' | 'audio';

/**
 * What both the browsers and the film can use, by name and MIME type. What is none of these is refused, by its name where
 * it has one.
 */
export const FORMATS = {
  image: {
    JPEG: 'image/jpeg',
    PNG: 'image/png',
    WebP: 'image/webp',
    GIF: 'image/gif',
    AVIF: 'image/avif',
    BMP: 'image/bmp',
  },
  video: { MP4: 'video/mp4', MOV: 'video/quicktime', WebM: 'video/webm' },
  audio: {
    MP3: 'audio/mpeg',
    WAV: 'audio/wav',
    M4A: 'audio/mp4',
    OGG: 'audio/ogg',
    FLAC: 'audio/flac',
    AAC: 'audio/aac',
    WebM: 'audio/webm',
  },
} as const satisfies Record<FileKind, Record<string, string>>;

/** 'MP4, MOV or WebM' */
export const usedFormats = (kind: FileKind): string =>
  Object.keys(FORMATS[kind])
    .join(', ')
    .replace(/, (?=\w+$)/u, ' or ');

/**
 * What a file dialog offers. The whole kind, not the types: systems name types of their own for the same files, and a phone
 * turns a HEIC into a JPEG where any image will do. What is no format of ours is refused by its bytes, with its name.
 */
export const acceptOf = (...kinds: FileKind[]): string => kinds.map((kind) => `${kind}/*`).join(',');

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
