import { z } from 'zod';

/** What the job of a scene's try holds. */
export const sceneTaskSchema = z.object({
  batchId: z.string(),
  sceneId: z.string(),
  attempt: z.number(),
  workId: z.string(),
});
export type SceneTask = z.infer<typeof sceneTaskSchema>;

export const NOT_STARTED = 'This scene could not be started. Please try again.';
