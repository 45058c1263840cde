import { z } from 'zod';
import { text } from '../common/fields';
import { LIMITS } from '../common/limits';

/** What a file is for decides how large it may be and of which kind. */
export const UPLOAD_PURPOSES = ['image', 'style-image', 'video', 'audio', 'completed-video', 'post-media'] as const;
export const uploadPurposeSchema = z.enum(UPLOAD_PURPOSES);
export type UploadPurpose = z.infer<typeof uploadPurposeSchema>;

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

/** The first step takes no body. A query may narrow what the address accepts: type, exact size in bytes, purpose. */
export const uploadQuerySchema = z.object({
  type: text(100)
    .regex(/^(image|video|audio)\/[\w.+-]+$/, 'must be an image, video or audio type')
    .optional(),
  size: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  purpose: uploadPurposeSchema.optional(),
});
export const uploadResponseSchema = z.object({ uploadURL: z.string() });

/** Bytes that were taken in. */
export const receiveResponseSchema = z.object({ size: z.int() });

export const finalizeRequestSchema = z.object({
  uploadURL: text(LIMITS.url),
  visibility: z.enum(['public', 'private']).default('public'),
});
export const finalizeResponseSchema = z.object({
  url: z.string(),
  contentType: z.string(),
  size: z.number(),
});
export type FinalizedUpload = z.infer<typeof finalizeResponseSchema>;
