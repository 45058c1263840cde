import { z } from 'zod';
import { text } from '../common/fields';
import { LIMITS } from '../common/limits';

/** Purposes of a file; the purpose determines its kind and maximum size. */
export const UPLOAD_PURPOSES = ['image', 'style-image', 'video', 'audio', 'completed-video', 'post-media'] as const;
export const uploadPurposeSchema = z.enum(UPLOAD_PURPOSES);
export type UploadPurpose = z.infer<typeof uploadPurposeSchema>;

/**
 * Query of an upload's first step, which needs no body. It may restrict the upload address to a type, an exact size in
 * bytes, or a purpose.
 */
export const uploadQuerySchema = z.object({
  type: text(100)
    .regex(/^(image|video|audio)\/[\w.+-]+$/, 'must be an image, video or audio type')
    .optional(),
  size: z.coerce.number().int().min(0).max(Number.MAX_SAFE_INTEGER).optional(),
  purpose: uploadPurposeSchema.optional(),
});
export const uploadResponseSchema = z.object({ uploadURL: z.string() });

/** Number of received bytes. */
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
