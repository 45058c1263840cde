import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { projectSchema } from './project';
import { sceneSchema } from './scene';

/**
 * Requests an alternative of a project. Given the id of an alternative, it creates another alternative of the same
 * project.
 */
export const tryAlternativeRequestSchema = z.object({
  title: text(LIMITS.title),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type TryAlternativeRequest = z.input<typeof tryAlternativeRequestSchema>;

/** Comparison of an alternative with its project, scene by scene. */
export const alternativeComparisonSchema = z.object({
  project: projectSchema,
  alternative: projectSchema,
  scenes: z.array(
    z.object({
      /**
       * Id of the scene in the project. For a scene that only the alternative has, the id that the scene would get in
       * the project.
       */
      id: idSchema,
      /** The scene in the project (`here`) and in the alternative (`there`); null where it does not exist. */
      here: sceneSchema.nullable(),
      there: sceneSchema.nullable(),
      /** True when taking the scene would change nothing. */
      isSame: z.boolean(),
    }),
  ),
  /** True when keeping the alternative would change nothing. */
  isSame: z.boolean(),
});
export type AlternativeComparison = z.infer<typeof alternativeComparisonSchema>;
export type ComparedScene = AlternativeComparison['scenes'][number];

/**
 * Makes the project equal to the alternative, either as a whole or in one scene, which is named by its id in the
 * comparison.
 */
export const keepAlternativeRequestSchema = z.object({
  sceneId: idSchema.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type KeepAlternativeRequest = z.input<typeof keepAlternativeRequestSchema>;
