export type FileKind = 'image' | 'video' | 'audio';

/**
 * Formats that both browsers and films support, by name and MIME type. All others are refused, with their name in the
 * message if known.
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

/** Lists the formats for a message: 'MP4, MOV or WebM' */
export const usedFormats = (kind: FileKind): string =>
  Object.keys(FORMATS[kind])
    .join(', ')
    .replace(/, (?=\w+$)/u, ' or ');

/**
 * Returns the `accept` value of a file dialog. It names whole kinds rather than types: systems use other types for the
 * same files, and a phone converts a HEIC into a JPEG when any image is accepted. Unsupported formats are detected by
 * their bytes and refused with their name.
 */
export const acceptOf = (...kinds: FileKind[]): string => kinds.map((kind) => `${kind}/*`).join(',');

/** Widths in pixels in which the server provides our own images, besides the original, at `?width=`. */
export const THUMBNAIL_WIDTHS = [160, 320, 640] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/** Displayed widths of a first screen's images, in CSS: the page preloads these images before the screen is drawn. */
export const SHOWN_WIDTHS = {
  projectCard: '(max-width: 767px) 33vw, 150px',
  preview: '280px',
  /** Width of a 9:16 image in a square slot, which is 185 pixels wide on a phone and 200 on a desktop. */
  slot: '(max-width: 430px) 104px, 120px',
} as const;

/** Returns the `srcset` of one of our own images; null for an external image, which has only one width. */
export function thumbnailSet(url: string): string | null {
  if (!url.startsWith('/api/media/')) return null;
  const next = url.includes('?') ? '&' : '?';
  return THUMBNAIL_WIDTHS.map((width) => `${url}${next}width=${width} ${width}w`).join(', ');
}
