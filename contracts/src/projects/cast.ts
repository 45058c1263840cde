import { z } from 'zod';
import { idempotencyKeySchema, idSchema, mediaUrl, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { IMAGE_MODEL } from '../models/image-models';
import { CAST_KINDS } from './scene-cast';

export const castKindSchema = z.enum(CAST_KINDS);
export type CastKind = z.infer<typeof castKindSchema>;

/** A picture of a member. A copy is stored, so that it outlives the scene or the site it came from. */
export const castPictureSchema = z.object({
  id: idSchema,
  url: mediaUrl,
  /** SHA-256 of its bytes, hexadecimal. */
  hash: z.string(),
});
export type CastPicture = z.infer<typeof castPictureSchema>;

/** Derived from kind and name when more than words is first stored for a member; kept when the name changes. */
export const castMemberIdSchema = text(LIMITS.castMemberId).min(1);

/** Refers to an entry of the account's library, in the version that was kept or taken over. */
export const libraryLinkSchema = z.object({ id: idSchema, version: z.int().min(1) });
export type LibraryLink = z.infer<typeof libraryLinkSchema>;

/**
 * The stored facts about a member besides its words. Neither its look nor its voice is stored here: the look is the
 * member's line in the project's texts, and the voice that of the speaker with its name.
 */
export const storedCastMemberSchema = z.object({
  id: castMemberIdSchema,
  kind: castKindSchema,
  name: z.string(),
  /** The first one is the leading picture. */
  pictures: z.array(castPictureSchema).max(LIMITS.picturesPerCastMember),
  /** The library entry that the member was taken from, or that was made from the member. */
  library: libraryLinkSchema.optional(),
  /** The sheet that is being drawn, or the reason why the last one failed. */
  sheet: z.object({ jobId: idSchema, error: z.string().nullable() }).optional(),
});
export type StoredCastMember = z.infer<typeof storedCastMemberSchema>;

export const storedCastSchema = z.array(storedCastMemberSchema).max(LIMITS.castMembers);

/** A character, a place or a prop of a project. */
export interface CastMember extends StoredCastMember {
  /** Description, as in its line of the continuity details. */
  look: string;
  /** The provider's id of its voice; null while it speaks with the narrator's. */
  voice: string | null;
}

/** A cast member kept for further projects. Its pictures are shared with these projects and never deleted. */
export const libraryMemberSchema = z.object({
  id: idSchema,
  /** Number of its changes, from 1. */
  version: z.int().min(1),
  kind: castKindSchema,
  name: z.string(),
  look: z.string(),
  pictures: z.array(castPictureSchema).max(LIMITS.picturesPerCastMember),
});
export type LibraryMember = z.infer<typeof libraryMemberSchema>;

const memberId = castMemberIdSchema;
const name = text(LIMITS.castName).min(1);
const look = text(LIMITS.castLook);

export const castChangeSchema = z.discriminatedUnion('action', [
  z.object({ action: z.literal('add'), kind: castKindSchema, name, look: look.default('') }),
  z.object({ action: z.literal('edit'), memberId, name: name.optional(), look: look.optional() }),
  z.object({ action: z.literal('remove'), memberId }),
  /** Adds an uploaded picture or the image of a scene. */
  z.object({ action: z.literal('addPicture'), memberId, url: mediaUrl }),
  z.object({ action: z.literal('removePicture'), memberId, pictureId: idSchema }),
  /** Makes the picture the member's first one. */
  z.object({ action: z.literal('lead'), memberId, pictureId: idSchema }),
  /** Takes a member from the library: as a new member, or in place of one that came from the library. */
  z.object({ action: z.literal('take'), libraryId: idSchema, memberId: memberId.optional() }),
  /** Leaves the member as it is, although its entry in the library has changed. */
  z.object({ action: z.literal('keepMine'), memberId }),
]);
export type CastChange = z.infer<typeof castChangeSchema>;

export const changeCastRequestSchema = z.object({
  change: castChangeSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});
/** POST /api/projects/:projectId/cast/sheet draws a member from several sides. */
export const drawSheetRequestSchema = z.object({
  memberId: castMemberIdSchema,
  model: text(100).default(IMAGE_MODEL),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type DrawSheetRequest = z.input<typeof drawSheetRequestSchema>;
/** Stores a project's member in the library, replacing the entry that it came from. */
export const keepInLibraryRequestSchema = z.object({
  projectId: idSchema,
  memberId: castMemberIdSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});
/** Undoes the change of the cast that made this revision of the project. */
export const restoreCastRequestSchema = z.object({ revision: text(20).regex(/^\d+$/, 'must be a revision') });

/** A picture that a request carries. */
export const sentPictureSchema = z.object({
  /** The subject shown, such as a member's name. */
  name: z.string(),
  kind: z.enum([...CAST_KINDS, 'reference']),
  url: z.string(),
  hash: z.string(),
});
export type SentPicture = z.infer<typeof sentPictureSchema>;
