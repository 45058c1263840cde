import { z } from 'zod';
import { assetPlaceSchema, madeAssetSchema } from '../money/charge';
import { auditProjectSchema, auditUserSchema, periodSchema } from '../money/ledger';
import { idempotencyKeySchema, idSchema, instant, text } from '../common/fields';
import { sentPictureSchema } from '../projects/cast';
import { LIMITS } from '../common/limits';
import { IMAGE_WORK, IMAGE_WORKS } from '../generation/image-work';
import type { ImageWork } from '../generation/image-work';
import { pageQuerySchema } from '../common/answers';
import { recordedErrorSchema, runRecordingSchema } from './recording';

/** queued: no worker has started it yet. */
export const RUN_STATES = ['queued', 'running', 'complete', 'failed'] as const;
export const runStateNameSchema = z.enum(RUN_STATES);
export type RunStateName = z.infer<typeof runStateNameSchema>;

/**
 * Kinds of runs. A new kind of generation adds its name here; the log may contain kinds that this release does not
 * know.
 */
export const RUN_KINDS = [...IMAGE_WORKS, 'castSheet', 'video', 'speech', 'film', 'text', 'chat'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

const minutesOfImages = Object.fromEntries(IMAGE_WORKS.map((work) => [work, IMAGE_WORK[work].minutes])) as Record<
  ImageWork,
  number
>;

/**
 * Minutes that a run of each kind usually takes at most, counted from its start or, while it waits, from its request.
 */
export const USUAL_RUN_MINUTES: Readonly<Record<RunKind, number>> = {
  ...minutesOfImages,
  castSheet: 3,
  video: 10,
  speech: 3,
  film: 20,
  text: 3,
  chat: 3,
};
/** A running run counts as stuck after this many times the usual minutes of its kind. */
export const STUCK_FACTOR = 3;

const word = text(100).min(1);

/** Runs must match all given fields. */
export const runFilterSchema = periodSchema.extend({
  state: runStateNameSchema.optional(),
  kind: word.optional(),
  provider: word.optional(),
  model: word.optional(),
  projectId: idSchema.optional(),
  user: text(LIMITS.email).min(1).optional().describe("The owner's id or a part of the e-mail address."),
  error: text(200).min(1).optional().describe('A part of the text of the error, in upper or lower case.'),
  errorGroup: text(300).min(1).optional().describe('The pattern of a group of errors.'),
  find: text(200)
    .min(1)
    .optional()
    .describe(
      'An id of the run or of its request, scene, project, prediction, charge or entry; a part of an e-mail address; or an amount of zaps.',
    ),
  late: z.enum(['true']).optional().describe('Only runs under way that take far longer than usual for their kind.'),
});
export type RunFilter = z.output<typeof runFilterSchema>;
export const runListQuerySchema = runFilterSchema.extend({
  ...pageQuerySchema.shape,
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('Maximum number of entries in a page.'),
});
export type RunListQuery = z.output<typeof runListQuerySchema>;

/** Progress of a run that has not ended. */
export const runProgressSchema = z.object({
  /** Failed calls to the provider in this attempt. */
  failedCalls: z.int(),
  /** The error in the provider's own words; null while no call has failed. */
  lastError: z.string().nullable(),
  lastErrorAt: instant.nullable(),
  /** Time of the next attempt; null while an attempt is running. */
  nextTryAt: instant.nullable(),
});
export type RunProgress = z.infer<typeof runProgressSchema>;

/**
 * A piece of paid work: the images, the clip, the narration or the film of a job, a text, or a reply of the assistant.
 */
export const runSchema = z.object({
  /** Id of the job or of the request. */
  id: idSchema,
  /** One of RUN_KINDS, or a kind of another release. */
  kind: z.string(),
  /** Name of the operation in the price book. */
  operation: z.string().nullable(),
  state: runStateNameSchema,
  /** Owner of the project. */
  user: auditUserSchema,
  /** The person who pays; null when that is the owner. */
  payer: auditUserSchema.nullable(),
  project: auditProjectSchema.nullable(),
  sceneId: idSchema.nullable(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  error: z.string().nullable(),
  requestedAt: instant,
  startedAt: instant.nullable(),
  acceptedAt: instant.nullable(),
  endedAt: instant.nullable(),
  /** Zaps spent, or held while the run is unfinished; 0 for a failed one. */
  zaps: z.number(),
  holdId: z.string().nullable(),
  /** The run that this one repeats. */
  parentRunId: idSchema.nullable(),
  /** True for a rerun whose result is not put into the scene until somebody keeps it. */
  trial: z.boolean(),
  kept: z.boolean(),
  /** Attempts so far. */
  attempts: z.int(),
  /** Progress, shown to developers while the run's job has not ended. */
  progress: runProgressSchema.optional(),
});
export type Run = z.infer<typeof runSchema>;

/** A run in the view of its scene's owner, who finds it by the addresses of its results. */
export const sceneRunSchema = runSchema.extend({ assetUrls: z.array(z.string()) });
export type SceneRun = z.infer<typeof sceneRunSchema>;

/** Number of runs in each state that match the filter, not counting the filter's own state. */
export const runCountsSchema = z.object({ queued: z.int(), running: z.int(), complete: z.int(), failed: z.int() });
export type RunCounts = z.infer<typeof runCountsSchema>;

/** Runs that failed with the same kind of error. */
export const runErrorGroupSchema = z.object({
  /** The start of the error, with '#' for numbers and '…' for ids. */
  pattern: z.string(),
  runs: z.int(),
  people: z.int(),
  kinds: z.array(z.string()),
  firstAt: instant,
  lastAt: instant,
  newestRunId: idSchema,
});
export type RunErrorGroup = z.infer<typeof runErrorGroupSchema>;

/** A bar of the waterfall chart. */
export const RUN_STEPS = ['request', 'reservation', 'queue', 'provider', 'copy', 'write', 'settlement'] as const;
export const runStepSchema = z.object({
  kind: z.enum(RUN_STEPS),
  label: z.string(),
  startedAt: instant,
  /** Equal to `startedAt` for a momentary step; null while the step lasts. */
  endedAt: instant.nullable(),
  detail: z.string().nullable(),
  failed: z.boolean(),
  /** Index of the recorded call that the step shows. */
  call: z.int().nullable(),
});
export type RunStep = z.infer<typeof runStepSchema>;

/** An event as it was appended, with its cause. */
export const runEventSchema = z.object({
  id: idSchema,
  stream: z.string(),
  revision: z.string(),
  position: z.string(),
  type: z.string(),
  at: instant,
  /** A worker's or a reactor's name, or 'user'. */
  actor: z.string(),
  commandId: z.string(),
  correlationId: z.string(),
  /**
   * What caused the event. event: the event of this run with this id. command: the run's own request. request: a user's
   * request.
   */
  why: z.object({ kind: z.enum(['event', 'command', 'request']), id: z.string(), label: z.string() }),
  data: z.unknown(),
});
export type RunEvent = z.infer<typeof runEventSchema>;

export const runAssetSchema = madeAssetSchema.extend({
  /** aside: the result of a rerun that has not been kept yet. */
  place: z.enum([...assetPlaceSchema.options, 'aside']),
});
export type RunAsset = z.infer<typeof runAssetSchema>;

/** `inScene`: true when the scene contains the text as written; null for a text that no scene can contain. */
export const runTextSchema = z.object({ name: z.string(), text: z.string(), inScene: z.boolean().nullable() });
export type RunText = z.infer<typeof runTextSchema>;

export const runLogLineSchema = z.object({
  at: instant,
  /** trace, debug, info, warn, error or fatal */
  level: z.string(),
  message: z.string(),
  /** The line's other fields; null when there are none. */
  fields: z.record(z.string(), z.unknown()).nullable(),
});
export type RunLogLine = z.infer<typeof runLogLineSchema>;

export const runDetailSchema = runSchema.extend({
  correlationId: z.string(),
  sceneTitle: z.string().nullable(),
  /** The prompt as requested; null for a text, whose prompt is only in its recording. */
  prompt: z.string().nullable(),
  /** Name and version of the prompt's template; null when nothing is recorded. */
  template: z.string().nullable(),
  /** Settings of the run; for a text, its input as far as it is recorded. */
  settings: z.record(z.string(), z.unknown()),
  /** The provider's own seed, if it reports one. */
  seed: z.string().nullable(),
  predictionId: z.string().nullable(),
  /** The provider's last error message and its cause; null when a creator reads the run, and when no call failed. */
  providerError: recordedErrorSchema.nullable(),
  price: z
    .object({
      zaps: z.number(),
      /** The provider's expected price; null when a creator reads the run. */
      usd: z.number().nullable(),
      priceVersion: z.string(),
      arithmetic: z.array(z.string()),
    })
    .nullable(),
  assets: z.array(runAssetSchema),
  /** Texts that the run has written. */
  texts: z.array(runTextSchema),
  steps: z.array(runStepSchema),
  events: z.array(runEventSchema),
  recording: runRecordingSchema,
  /** Log lines of the request and its consequences, from every node; null when a creator reads the run. */
  log: z.array(runLogLineSchema).nullable(),
  /** Reruns of this run. */
  children: z.array(z.object({ id: idSchema, state: runStateNameSchema, requestedAt: instant })),
  /** Reference pictures sent with the run's request, in order. */
  sent: z.array(sentPictureSchema),
  /**
   * True when the run can be repeated: its kind allows it, its request is known, and its project and scene still exist.
   */
  canRunAgain: z.boolean(),
});
export type RunDetail = z.infer<typeof runDetailSchema>;

/** Request to repeat a run. Absent fields keep their recorded values. */
export const runAgainRequestSchema = z.object({
  prompt: text(LIMITS.prompt).min(1).optional(),
  /** Model to use instead of the recorded one, for images and clips. A clip then gets that model's usual settings. */
  model: text(100).min(1).optional(),
  /** Settings of a clip's model, or a text's input; these values replace the recorded ones. */
  settings: z.record(text(100), z.union([text(LIMITS.prompt), z.number(), z.boolean()])).optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type RunAgainRequest = z.infer<typeof runAgainRequestSchema>;
export const runAgainResponseSchema = z.object({ runId: idSchema, zaps: z.number() });
export type RunAgainResponse = z.infer<typeof runAgainResponseSchema>;

/** The results to put into the scene; all of them when absent. The first becomes the main one. */
export const keepRunRequestSchema = z.object({
  assetIds: z.array(text(100)).min(1).max(LIMITS.assetsPerScene).optional(),
});
export type KeepRunRequest = z.infer<typeof keepRunRequestSchema>;

/** Reason for ending a run or a hold by hand; shown to the creator as well. */
export const endWorkRequestSchema = z.object({ reason: text(300).min(3) });
export type EndWorkRequest = z.infer<typeof endWorkRequestSchema>;
/** released: the zaps were returned. settled: the work turned out to have a result. over: the work had ended before. */
export const endWorkResponseSchema = z.object({ outcome: z.enum(['released', 'settled', 'over']) });
export type EndWorkResponse = z.infer<typeof endWorkResponseSchema>;
