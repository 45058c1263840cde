import { z } from 'zod';
import { idempotencyKeySchema, idSchema, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { projectSchema } from './project';
import { sceneSchema } from './scene';

/** Asks for an alternative of a project. An alternative's own id makes another alternative of the same project. */
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
      /**
       * Id of the scene in the project; for a scene that only the alternative has, the id that it gets there when it is
       * taken.
       */
      id: idSchema,
      /** The scene in the project and in the alternative; null where it is missing. */
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

/** Makes the project equal to the alternative: as a whole, or only one scene, named by its id in the comparison. */
export const keepAlternativeRequestSchema = z.object({
  sceneId: idSchema.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type KeepAlternativeRequest = z.input<typeof keepAlternativeRequestSchema>;
