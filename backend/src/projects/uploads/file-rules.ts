import { FILE_LIMITS, type FileKind, type UploadPurpose } from '@storyreel/contracts';

const KINDS: Record<UploadPurpose, readonly FileKind[]> = {
  image: ['image'],
  'style-image': ['image'],
  video: ['video'],
  audio: ['audio'],
  'completed-video': ['video'],
  'post-media': ['image', 'video'],
};

/** Size limits in bytes. They are inclusive, except that a completed video must be smaller than its limit. */
const MAX_BYTES: Record<UploadPurpose, number> = {
  image: FILE_LIMITS.image,
  'style-image': FILE_LIMITS.styleImage,
  video: FILE_LIMITS.video,
  audio: FILE_LIMITS.audio,
  'completed-video': FILE_LIMITS.completedVideo - 1,
  'post-media': FILE_LIMITS.postMedia,
};

/** Returns the type without its parameters, in lower case. */
export const bareType = (contentType: string | undefined): string =>
  (contentType ?? '').split(';', 1)[0]?.trim().toLowerCase() ?? '';

/**
 * Returns the kind of file of a MIME type; null for types that are not accepted. SVG is rejected as an image, since it
 * is a document that can run scripts.
 */
export function kindOf(type: string): FileKind | null {
  if (type.startsWith('image/svg')) return null;
  const kind = type.split('/', 1)[0];
  return kind === 'image' || kind === 'video' || kind === 'audio' ? kind : null;
}

export interface Expected {
  type: string | null;
  purpose: UploadPurpose | null;
}

/** Tells whether a file of this type is allowed for the upload as requested. */
export function isExpectedType(type: string, { type: signed, purpose }: Expected): boolean {
  const kind = kindOf(type);
  if (kind === null || (signed !== null && bareType(signed) !== type)) return false;
  return purpose === null || KINDS[purpose].includes(kind);
}

export const maxBytesOf = (kind: FileKind, purpose: UploadPurpose | null): number => MAX_BYTES[purpose ?? kind];
