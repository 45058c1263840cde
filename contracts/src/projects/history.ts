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
  /** Revisions of its first and of its last event. */
  first: revisionSchema,
  revision: revisionSchema,
  /** ISO 8601 times at which the step began and ended. */
  startedAt: z.string(),
  at: z.string(),
  by: z.enum(['you', 'system']),
  kind: historyKindSchema,
  /** The scene that the step is about; null for a step about the project or several scenes. */
  sceneId: idSchema.nullable(),
  /** In words. */
  what: z.string(),
  /** Texts before and after the step, shortened. */
  details: z.array(z.object({ label: z.string(), before: z.string(), after: z.string() })),
  /** Zaps that the step's work cost; null when the step names no price. */
  zaps: z.number().nullable(),
  /** What can be done with the step: 'undo', 'redo' after it was undone, or 'none' for the given reason. */
  way: z.enum(['undo', 'redo', 'none']),
  reason: z.string().nullable(),
  /**
   * Set for a step from before the project was imported. `by`: first name of the person who did it; null for the
   * program. Such a step can only be shown, and its revisions are places in the imported record.
   */
  earlier: z.object({ by: z.string().nullable() }).optional(),
  /**
   * Set for a step of one of the project's posts, whose stream the step's revisions then refer to. `before` and
   * `after`: the times for which the post was planned; `undo`: the post's command that takes the step back.
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

/** Texts of a scene in which its versions are compared. */
export const sceneTextsSchema = sceneSchema.pick({
  title: true,
  description: true,
  imagePrompt: true,
  videoPrompt: true,
  narration: true,
});
export type SceneVersionTexts = z.infer<typeof sceneTextsSchema>;

/** A scene after a step that changed its texts or took images out of it. */
export const sceneVersionSchema = z.object({
  revision: revisionSchema,
  /** ISO 8601 */
  at: z.string(),
  by: z.enum(['you', 'system']),
  /** The step, in words. */
  what: z.string(),
  texts: sceneTextsSchema,
  /**
   * Images that the step took out of the scene and that are not in it now. `index`: their place, from 0; `isKept`: whether
   * they can be brought back.
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

/** A project as it was at a revision; work that was in progress then is left out. */
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

/** Makes another project of the version at a revision. */
export const copyVersionRequestSchema = z.object({
  revision: revisionSchema,
  idempotencyKey: idempotencyKeySchema.optional(),
});
