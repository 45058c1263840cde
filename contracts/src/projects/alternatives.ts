import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { projectSchema } from './project';
import { sceneSchema } from './scene';

/** Makes an alternative of a project; of an alternative, another one of the same project. */
export const tryAlternativeRequestSchema = z.object({
  title: text(LIMITS.title),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type TryAlternativeRequest = z.input<typeof tryAlternativeRequestSchema>;

/** An alternative beside its project, scene by scene. */
export const alternativeComparisonSchema = z.object({
  project: projectSchema,
  alternative: projectSchema,
  scenes: z.array(
    z.object({
      /** Id of the scene in the project, or the one that it gets there when it is taken. */
      id: idSchema,
      /** The scene in either; null where there is none. */
      here: sceneSchema.nullable(),
      there: sceneSchema.nullable(),
      /** Taking it would change nothing. */
      isSame: z.boolean(),
    }),
  ),
  /** Keeping it would change nothing. */
  isSame: z.boolean(),
});
export type AlternativeComparison = z.infer<typeof alternativeComparisonSchema>;
export type ComparedScene = AlternativeComparison['scenes'][number];

/** Makes the project what the alternative is: all of it, or one scene, by its id of the comparison. */
export const keepAlternativeRequestSchema = z.object({
  sceneId: idSchema.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type KeepAlternativeRequest = z.input<typeof keepAlternativeRequestSchema>;
