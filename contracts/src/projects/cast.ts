import { z } from 'zod';
import { idempotencyKeySchema, idSchema, mediaUrl, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { IMAGE_MODEL } from '../models/image-models';
import { CAST_KINDS } from './scene-cast';

export const castKindSchema = z.enum(CAST_KINDS);
export type CastKind = z.infer<typeof castKindSchema>;

/**
 * A picture of a member. It is stored as a copy, so that it survives the deletion of its scene or its original website.
 */
export const castPictureSchema = z.object({
  id: idSchema,
  url: mediaUrl,
  /** SHA-256 of the picture's bytes, in hexadecimal. */
  hash: z.string(),
});
export type CastPicture = z.infer<typeof castPictureSchema>;

/**
 * Id of a cast member, derived from kind and name when anything other than words is first stored for the member; kept
 * when the name changes.
 */
export const castMemberIdSchema = text(LIMITS.castMemberId).min(1);

/** Link to an entry of the account's library, in the version that was saved there or taken from there. */
export const libraryLinkSchema = z.object({ id: idSchema, version: z.int().min(1) });
export type LibraryLink = z.infer<typeof libraryLinkSchema>;

/**
 * The stored facts about a member, apart from words. The look is not stored here, since it is the member's line in the
 * project's texts; nor is the voice, which is that of the speaker with the member's name.
 */
export const storedCastMemberSchema = z.object({
  id: castMemberIdSchema,
  kind: castKindSchema,
  name: z.string(),
  /** Pictures; the first one is the leading picture. */
  pictures: z.array(castPictureSchema).max(LIMITS.picturesPerCastMember),
  /** The library entry that the member was taken from or was saved to. */
  library: libraryLinkSchema.optional(),
  /** The sheet that is being drawn, or the reason why the last one failed. */
  sheet: z.object({ jobId: idSchema, error: z.string().nullable() }).optional(),
});
export type StoredCastMember = z.infer<typeof storedCastMemberSchema>;

export const storedCastSchema = z.array(storedCastMemberSchema).max(LIMITS.castMembers);

/** A character, a place or a prop of a project. */
export interface CastMember extends StoredCastMember {
  /** Description, as in the member's line of the continuity details. */
  look: string;
  /** The provider's id of the member's voice; null while the member speaks with the narrator's. */
  voice: string | null;
}

/** A cast member kept for other projects. Its pictures are shared with these projects and are never deleted. */
export const libraryMemberSchema = z.object({
  id: idSchema,
  /** Number of the entry's version, from 1. */
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
  /** Makes a picture the member's first one. */
  z.object({ action: z.literal('lead'), memberId, pictureId: idSchema }),
  /** Takes a member from the library: as a new member, or to update a member that came from the library. */
  z.object({ action: z.literal('take'), libraryId: idSchema, memberId: memberId.optional() }),
  /** Leaves the member unchanged, although its library entry has changed. */
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
/** Saves a project's member to the library, replacing the entry that the member came from. */
export const keepInLibraryRequestSchema = z.object({
  projectId: idSchema,
  memberId: castMemberIdSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});
/** Undoes the change of the cast that created this revision of the project. */
export const restoreCastRequestSchema = z.object({ revision: text(20).regex(/^\d+$/, 'must be a revision') });

/** A picture sent with a request. */
export const sentPictureSchema = z.object({
  /** What the picture shows, such as a member's name. */
  name: z.string(),
  kind: z.enum([...CAST_KINDS, 'reference']),
  url: z.string(),
  hash: z.string(),
});
export type SentPicture = z.infer<typeof sentPictureSchema>;
