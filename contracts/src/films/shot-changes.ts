import { z } from 'zod';
import { mediaUrl, text } from '../common/fields';
import { LIMITS } from '../common/limits';

/**
 * A place in a scene where a shot begins or ends. The words that are spoken there are stored with it, so that the place
 * stays with its sentence when the narration is spoken again or rewritten.
 */
export const shotPlaceSchema = z.object({
  /** Share of the scene's time, for a scene without narration. In every scene, 0 means the beginning and 1 the end. */
  share: z.number().min(0).max(1),
  /** Number of the word that begins at this place, from 0; null in a scene without narration, and at its end. */
  word: z.int().min(0).max(100_000).nullable(),
  /** The words that follow this place, by which it is found again; empty in a scene without narration. */
  said: text(400),
});
export type ShotPlace = z.infer<typeof shotPlaceSchema>;

/** The content of a shot: the scene's clip, or one of its images. */
export const shotPictureSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('clip') }),
  z.object({ kind: z.literal('image'), url: mediaUrl }),
]);
export type ShotPicture = z.infer<typeof shotPictureSchema>;

/** A shot that a creator has set: it keeps its cuts and its picture, whatever is chosen for the shots around it. */
export const shotPinSchema = z.object({ from: shotPlaceSchema, to: shotPlaceSchema, picture: shotPictureSchema });
export type ShotPin = z.infer<typeof shotPinSchema>;

export const shotPinsSchema = z.array(shotPinSchema).max(LIMITS.shotPinsPerScene);

/** A change of a scene's shots, named by the creator's action. */
export const shotChangeSchema = z.discriminatedUnion('action', [
  /** Sets a shot. A shot is removed by setting its neighbour to cover its time. */
  z.object({ action: z.enum(['swap', 'trim', 'pin', 'remove']), pin: shotPinSchema }),
  /** Removes a shot's pin, so that the shot is chosen automatically again. */
  z.object({ action: z.literal('unpin'), from: shotPlaceSchema }),
  z.object({ action: z.literal('reset') }),
]);
export type ShotChange = z.infer<typeof shotChangeSchema>;
export const changeShotsRequestSchema = z.object({ change: shotChangeSchema });

/** Undoes a change of a scene's shots. */
export const restoreShotsRequestSchema = z.object({
  /** The scene's revision in the answer to the change. */
  revision: z.string().regex(/^\d{1,19}$/u),
});
