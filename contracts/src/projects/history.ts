import { z } from 'zod';
import { idempotencyKeySchema, idSchema } from '../common/fields';
import { HISTORY_KINDS } from './history-kinds';
import { projectSchema } from './project';
import { sceneSchema } from './scene';

export const historyKindSchema = z.enum(HISTORY_KINDS);

/** Number of an event in a project's stream. */
export const revisionSchema = z.string().regex(/^\d{1,18}$/, 'must be a revision');

/** A step of a project's history. */
export const historyEntrySchema = z.object({
  /** Revisions of the step's first and last event. */
  first: revisionSchema,
  revision: revisionSchema,
  /** ISO 8601 times at which the step began and ended. */
  startedAt: z.string(),
  at: z.string(),
  by: z.enum(['you', 'system']),
  kind: historyKindSchema,
  /** The scene that the step changed; null for a step that changed the project or several scenes. */
  sceneId: idSchema.nullable(),
  /** Describes the step in words. */
  what: z.string(),
  /** Texts before and after the step, shortened. */
  details: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** Zaps that the step's work cost; null when the step names no price. */
  zaps: z.number().nullable(),
  /** Whether the step can be undone, or redone after it was undone. 'none': neither, for the given reason. */
  way: z.enum(['undo', 'redo', 'none']),
  reason: z.string().nullable(),
  /**
   * Set for a step from before the project was imported. `by`: first name of the person who did the step; null for the
   * program. Such a step can only be displayed, and its revisions refer to the imported history.
   */
  earlier: z.object({ by: z.string().nullable() }).optional(),
  /**
   * Set for a step of one of the project's posts; the step's revisions then refer to the post's stream. `before` and
   * `after`: the times for which the post was planned; `undo`: the post's command that undoes the step.
   */
  post: z
    .object({
      id: idSchema,
      before: z.string().nullable(),
      after: z.string().nullable(),
      undo: z.enum(['delete', 'restore', 'plan']).nullable(),
    })
    .optional(),
});
export type HistoryEntry = z.infer<typeof historyEntrySchema>;

export const historyQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of steps in a page.'),
  cursor: z.string().min(1).max(1_000).optional().describe("The previous page's x-next-cursor header."),
  sceneId: idSchema.optional().describe('Only steps about this scene.'),
  kind: historyKindSchema.optional().describe('Only steps of this kind of work.'),
});
export type HistoryQuery = z.output<typeof historyQuerySchema>;

/** The texts of a scene in which its versions are compared. */
export const sceneTextsSchema = sceneSchema.pick({
  title: true,
  description: true,
  imagePrompt: true,
  videoPrompt: true,
  narration: true,
});
export type SceneVersionTexts = z.infer<typeof sceneTextsSchema>;

/** A scene after a step that changed its texts or removed images from it. */
export const sceneVersionSchema = z.object({
  revision: revisionSchema,
  /** ISO 8601 */
  at: z.string(),
  by: z.enum(['you', 'system']),
  /** Describes the step in words. */
  what: z.string(),
  texts: sceneTextsSchema,
  /**
   * Images that the step removed from the scene and that are still missing from it. `index`: the image's former place,
   * from 0; `isKept`: whether the image can be restored.
   */
  dropped: z.array(z.object({ id: z.string(), url: z.string(), index: z.int().min(0), isKept: z.boolean() })),
});
export type SceneVersion = z.infer<typeof sceneVersionSchema>;

export const sceneVersionsQuerySchema = historyQuerySchema.pick({ limit: true, cursor: true });
export type SceneVersionsQuery = z.output<typeof sceneVersionsQuerySchema>;

/** Undoes or redoes a step of the history; without a step, the newest one that can be undone or redone. */
export const takeStepRequestSchema = z.object({
  step: z.object({ first: revisionSchema, revision: revisionSchema }).optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type TakeStepRequest = z.input<typeof takeStepRequestSchema>;

/** The step that was undone or redone. */
export const takenStepSchema = z.object({ what: z.string() });
export type TakenStep = z.infer<typeof takenStepSchema>;

/** A project as it was at a revision, without work that was in progress then. */
export const pastProjectSchema = z.object({
  revision: revisionSchema,
  /** ISO 8601 */
  at: z.string(),
  project: projectSchema,
  scenes: z.array(sceneSchema),
});
export type PastProject = z.infer<typeof pastProjectSchema>;

/** Restores the version at a revision: the whole project, or one scene of it. */
export const restoreVersionRequestSchema = z.object({
  revision: revisionSchema,
  sceneId: idSchema.optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type RestoreVersionRequest = z.input<typeof restoreVersionRequestSchema>;

/** Copies the version at a revision into a new project. */
export const copyVersionRequestSchema = z.object({
  revision: revisionSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});
