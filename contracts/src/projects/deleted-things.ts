import { z } from 'zod';
import { idSchema } from '../common/fields';
import { videoItemSchema } from '../media/video-item';

/** What was deleted, newest first: as much as a person looks through. */
export const DELETED_THINGS = 100;

const common = {
  id: z.string(),
  sceneId: idSchema,
  /** Of the scene. */
  title: z.string(),
  /** ISO 8601 */
  deletedAt: z.string(),
};
/** Where it stood among its scene's images or clips, from 0. */
const index = z.int().min(0);

/** Something that was deleted in a project and can be put back, with what putting it back takes. */
export const deletedThingSchema = z.discriminatedUnion('kind', [
  z.object({ ...common, kind: z.literal('scene'), imageUrl: z.string().nullable() }),
  z.object({ ...common, kind: z.literal('image'), index, imageUrl: z.string() }),
  z.object({ ...common, kind: z.literal('video'), index, video: videoItemSchema }),
]);
export type DeletedThing = z.infer<typeof deletedThingSchema>;

export const deletedProjectSchema = z.object({
  id: idSchema,
  title: z.string(),
  sceneCount: z.int(),
  thumbnail: z.string().nullable(),
  /** ISO 8601 */
  deletedAt: z.string(),
});
export type DeletedProject = z.infer<typeof deletedProjectSchema>;
