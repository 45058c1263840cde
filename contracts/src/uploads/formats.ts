export type FileKind = 'image' | 'video' | 'audio';

/**
 * Formats that both browsers and films support, by name and MIME type. All other formats are refused; the message names
 * them if they are known.
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
 * Returns the `accept` value of a file dialog. It lists whole kinds rather than MIME types, because systems report
 * different types for the same files, and because a phone converts HEIC to JPEG when any image is accepted. Unsupported
 * formats are detected by their bytes and refused by name.
 */
export const acceptOf = (...kinds: FileKind[]): string => kinds.map((kind) => `${kind}/*`).join(',');

/** Widths in pixels at which the server offers our own images, besides the original, with `?width=`. */
export const THUMBNAIL_WIDTHS = [160, 320, 640] as const;
export type ThumbnailWidth = (typeof THUMBNAIL_WIDTHS)[number];

/**
 * CSS widths at which a first screen shows its images, so that the page can preload them before the screen is drawn.
 */
export const SHOWN_WIDTHS = {
  projectCard: '(max-width: 767px) 33vw, 150px',
  preview: '280px',
  /** A 9:16 image in a square slot; the slot is 185 pixels wide on a phone and 200 on a desktop. */
  slot: '(max-width: 430px) 104px, 120px',
} as const;

/** Returns the `srcset` of one of our own images; null for an external image, which exists in one width only. */
export function thumbnailSet(url: string): string | null {
  if (!url.startsWith('/api/media/')) return null;
  const next = url.includes('?') ? '&' : '?';
  return THUMBNAIL_WIDTHS.map((width) => `${url}${next}width=${width} ${width}w`).join(', ');
}
