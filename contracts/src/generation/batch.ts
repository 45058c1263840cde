import { z } from 'zod';
import { idempotencyKeySchema, idSchema } from '../common/fields';
import { LIMITS } from '../common/limits';
import { FILM_QUALITIES } from '../films/film-settings';
import { generateVideoRequestSchema } from './jobs';

/** cancelled: no further scene is started, and the batch ends when its running scenes have ended. */
export const BATCH_STATUSES = ['running', 'paused', 'cancelled', 'ended'] as const;
export type BatchStatus = (typeof BATCH_STATUSES)[number];

/** The steps from a story to its film, in order. */
export const FILM_STEPS = ['scenes', 'continuity', 'descriptions', 'speech', 'images', 'clips', 'film'] as const;
export type FilmStep = (typeof FILM_STEPS)[number];
const filmStepSchema = z.enum(FILM_STEPS);

/** Progress of one step of making a film from a story. */
export const filmStepProgressSchema = z.object({
  step: filmStepSchema,
  total: z.int(),
  made: z.int(),
  /** Failed or left out. */
  missing: z.int(),
  /** True while a part of the step is running. */
  running: z.boolean(),
});
export type FilmStepProgress = z.infer<typeof filmStepProgressSchema>;

/** Progress of a batch. Kept small: each of the batch's events and push messages contains it. */
export const batchProgressSchema = z.object({
  status: z.enum(BATCH_STATUSES),
  isOver: z.boolean(),
  waiting: z.int(),
  running: z.int(),
  made: z.int(),
  failed: z.int(),
  /** Scenes left out: deleted, full, or already being generated elsewhere. */
  skipped: z.int(),
  cancelled: z.int(),
  /** Number of scenes generated at the same time. */
  atOnce: z.int(),
  /** Average time per scene; null before the first one has ended. */
  sceneMs: z.number().nullable(),
  /** The agreed price, and the zaps already spent of it. */
  zaps: z.number(),
  spentZaps: z.number(),
  /**
   * Steps of making a film from a story, in order; absent for other batches. The batch's own counts add up all steps.
   */
  steps: filmStepProgressSchema.array().optional(),
});
export type BatchProgress = z.infer<typeof batchProgressSchema>;

/**
 * What a batch makes for each of its scenes. film: everything from the story to the film. refresh: all stale items that
 * were chosen.
 */
export const BATCH_KINDS = ['images', 'descriptions', 'clips', 'speech', 'film', 'refresh'] as const;
export const batchKindSchema = z.enum(BATCH_KINDS);
export type BatchKind = z.infer<typeof batchKindSchema>;

/** Model and settings of the clips, as for a single clip. Without a length, each clip is as long as its scene. */
export const clipChoiceSchema = generateVideoRequestSchema.pick({ modelId: true, settings: true, from: true });
export type ClipChoice = z.infer<typeof clipChoiceSchema>;

/** Choices for making a film from a story; the film's voices, format, captions and pace come from its project. */
export const filmChoiceSchema = z.object({
  quality: z.enum(FILM_QUALITIES),
  /** Creates the scenes again, even if the project already has some. */
  newScenes: z.boolean().optional(),
  /** Maximum number of scenes to create. */
  scenes: z.int().min(1).max(LIMITS.scenesPerStory).optional(),
});
export type FilmChoice = z.infer<typeof filmChoiceSchema>;

const order = {
  projectId: idSchema,
  kind: batchKindSchema,
  /** Scenes in the order of generation; empty for a film, which is made of all scenes of its project. */
  sceneIds: z.array(idSchema).max(LIMITS.scenesPerProject),
  /** For a film: the clips to make if zaps are left. */
  clips: clipChoiceSchema.optional(),
  film: filmChoiceSchema.optional(),
  /** Ids of the stale items to make again, from the project's refresh bill. */
  refresh: z
    .array(z.string().max(100))
    .min(1)
    .max(3 * LIMITS.scenesPerProject + 1)
    .optional(),
};
interface Choices {
  kind: BatchKind;
  sceneIds: string[];
  clips?: unknown;
  film?: unknown;
  refresh?: unknown;
}
const saysWhichClips = ({ kind, clips }: Choices): boolean =>
  kind === 'film' || (kind === 'clips') === (clips !== undefined);
const SAYS_WHICH = {
  path: ['clips'],
  message: 'is required for clips, optional for a film, and not allowed otherwise',
};
const saysWhichFilm = ({ kind, film }: Choices): boolean => (kind === 'film') === (film !== undefined);
const SAYS_WHICH_FILM = { path: ['film'], message: 'is required for a film, and not allowed otherwise' };
const saysWhatIsStale = ({ kind, refresh }: Choices): boolean => (kind === 'refresh') === (refresh !== undefined);
const SAYS_WHAT_IS_STALE = { path: ['refresh'], message: 'is required for a refresh, and not allowed otherwise' };
const namesScenes = ({ kind, sceneIds }: Choices): boolean =>
  (kind === 'film' || kind === 'refresh') === (sceneIds.length === 0);
const NAMES_SCENES = { path: ['sceneIds'], message: 'must name scenes, but must be empty for a film or a refresh' };

export const batchQuoteRequestSchema = z
  .object(order)
  .refine(saysWhichClips, SAYS_WHICH)
  .refine(saysWhichFilm, SAYS_WHICH_FILM)
  .refine(saysWhatIsStale, SAYS_WHAT_IS_STALE)
  .refine(namesScenes, NAMES_SCENES);
export type BatchOrder = z.infer<typeof batchQuoteRequestSchema>;

const leftOutSchema = z.object({
  sceneId: idSchema,
  /** The step of a film. */
  step: filmStepSchema.optional(),
  /** Reason for leaving the scene out, shown to users. */
  message: z.string(),
});
/** The plan for making a film from a story, before anything is charged. */
export const filmPlanSchema = z.object({
  /** Number of scenes; the maximum while they still have to be created from the story. */
  scenes: z.int(),
  /** Length of the film; for words that are not spoken yet, an estimate. */
  seconds: z.number(),
  /** Steps with something to do, in order; `count`: number of scenes, or 1 for work on the whole project. */
  steps: z.array(z.object({ step: filmStepSchema, count: z.int(), zaps: z.number() })),
  /** Sentences for users about the parts that the film will lack. */
  lacks: z.string().array(),
  /** Sentences for users about stand-ins for real models, and about other things that users might not expect. */
  notes: z.string().array(),
});
export type FilmPlan = z.infer<typeof filmPlanSchema>;

export const batchQuoteSchema = z.object({
  /** Number of scenes that will be generated. */
  scenes: z.int(),
  /** Price of all scenes together. */
  zaps: z.number(),
  /** Number of scenes that the plan covers today. */
  includedScenes: z.int(),
  leftOut: leftOutSchema.array(),
  /** Plan of the film, when a film is made from a story. */
  plan: filmPlanSchema.optional(),
});
export type BatchQuote = z.infer<typeof batchQuoteSchema>;

export const startBatchRequestSchema = z
  .object({
    ...order,
    /**
     * The displayed price, which the batch never exceeds. The request is refused (409) when the price has risen since.
     */
    zaps: z.number().min(0).max(10_000_000),
    idempotencyKey: idempotencyKeySchema.optional(),
  })
  .refine(saysWhichClips, SAYS_WHICH)
  .refine(saysWhichFilm, SAYS_WHICH_FILM)
  .refine(saysWhatIsStale, SAYS_WHAT_IS_STALE)
  .refine(namesScenes, NAMES_SCENES);
export type StartBatchRequest = z.infer<typeof startBatchRequestSchema>;

/** Changes the film of a batch before the film is begun. */
export const changeBatchRequestSchema = z.object({
  quality: z.enum(FILM_QUALITIES),
  /** The batch's new total price, as displayed. The request is refused (409) when the price has risen since. */
  zaps: z.number().min(0).max(10_000_000),
});
export type ChangeBatchRequest = z.infer<typeof changeBatchRequestSchema>;

/** Reason why no further scene is started. The code is null when the owner paused the batch. */
export const batchPauseSchema = z.object({
  code: z.enum(['insufficient_zaps', 'budget_reached', 'price_changed']).nullable(),
  message: z.string().nullable(),
  /** The batch's total price if it has risen above the agreed one; resuming the batch accepts this price. */
  zaps: z.number().nullable(),
});
export type BatchPause = z.infer<typeof batchPauseSchema>;

export const batchSchema = batchProgressSchema.extend({
  id: idSchema,
  projectId: idSchema,
  projectTitle: z.string().nullable(),
  kind: batchKindSchema,
  modelId: z.string().nullable(),
  /** Quality and planned length of the film that the batch makes from the story. */
  film: z
    .object({ quality: z.enum(FILM_QUALITIES), seconds: z.number() })
    .nullable()
    .optional(),
  pause: batchPauseSchema.nullable(),
  /** The first scenes that failed or were skipped. */
  problems: leftOutSchema.array(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
});
export type Batch = z.infer<typeof batchSchema>;

export const BATCH_SCENE_STATUSES = ['waiting', 'running', 'made', 'failed', 'skipped', 'cancelled'] as const;
export type BatchSceneStatus = (typeof BATCH_SCENE_STATUSES)[number];

/** A batch with the status of each of its scenes, in the batch's order. */
export const batchDetailSchema = batchSchema.extend({
  scenes: z.array(
    z.object({
      sceneId: idSchema,
      /** The step of a film; `sceneId` is the project's id for work on the whole project. */
      step: filmStepSchema.optional(),
      status: z.enum(BATCH_SCENE_STATUSES),
      message: z.string().nullable(),
    }),
  ),
});
export type BatchDetail = z.infer<typeof batchDetailSchema>;
