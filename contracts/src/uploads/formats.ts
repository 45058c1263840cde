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
