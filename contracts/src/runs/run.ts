import { z } from 'zod';
import { assetPlaceSchema, madeAssetSchema } from '../money/charge';
import { auditProjectSchema, auditUserSchema, periodSchema } from '../money/ledger';
import { idempotencyKeySchema, idSchema, instant, text } from '../common/fields';
import { LIMITS } from '../common/limits';
import { pageQuerySchema } from '../common/answers';
import { runRecordingSchema } from './recording';

/** queued: nobody has taken it up yet. */
export const RUN_STATES = ['queued', 'running', 'complete', 'failed'] as const;
export const runStateNameSchema = z.enum(RUN_STATES);
export type RunStateName = z.infer<typeof runStateNameSchema>;

/** What runs make. Another kind of generation is another one here; the log may know more of them than this release does. */
export const RUN_KINDS = ['image', 'video', 'speech', 'film', 'text', 'chat'] as const;
export type RunKind = (typeof RUN_KINDS)[number];

const word = text(100).min(1);

/** All that is given has to hold. */
export const runFilterSchema = periodSchema.extend({
  state: runStateNameSchema.optional(),
  kind: word.optional(),
  provider: word.optional(),
  model: word.optional(),
  projectId: idSchema.optional(),
  user: text(LIMITS.email).min(1).optional().describe("The owner's id or whole e-mail address."),
  error: text(200).min(1).optional().describe('A part of what went wrong, in any case.'),
});
export type RunFilter = z.output<typeof runFilterSchema>;
export const runListQuerySchema = runFilterSchema.extend({
  ...pageQuerySchema.shape,
  limit: z.coerce.number().int().min(1).max(200).default(50).describe('The most entries of a page.'),
});
export type RunListQuery = z.output<typeof runListQuerySchema>;

/** A piece of paid work: the pictures, the clip, the narration or the film of a job, a text, a reply of the assistant. */
export const runSchema = z.object({
  /** The job's, or the request's. */
  id: idSchema,
  /** One of RUN_KINDS, or of another release's. */
  kind: z.string(),
  /** As the price book calls it. */
  operation: z.string().nullable(),
  state: runStateNameSchema,
  /** Whose project it is about. */
  user: auditUserSchema,
  /** Who paid for it, where that is somebody else. */
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
  /** Spent, or held as long as it runs; 0 for a failed one. */
  zaps: z.number(),
  holdId: z.string().nullable(),
  /** The run that this one does again. */
  parentRunId: idSchema.nullable(),
  /** What it makes is put beside the scene, which shows it when it is kept. */
  trial: z.boolean(),
  kept: z.boolean(),
  /** How often the request was tried; a generation's own tries are in its recording. */
  attempts: z.int(),
});
export type Run = z.infer<typeof runSchema>;

/** As its scene's owner finds it, by the addresses of what it made. */
export const sceneRunSchema = runSchema.extend({ assetUrls: z.array(z.string()) });
export type SceneRun = z.infer<typeof sceneRunSchema>;

/** How many runs the filter lets through, whatever state it names. */
export const runCountsSchema = z.object({ queued: z.int(), running: z.int(), complete: z.int(), failed: z.int() });
export type RunCounts = z.infer<typeof runCountsSchema>;

/** A bar of the waterfall. */
export const RUN_STEPS = ['request', 'reservation', 'queue', 'provider', 'copy', 'write', 'settlement'] as const;
export const runStepSchema = z.object({
  kind: z.enum(RUN_STEPS),
  label: z.string(),
  startedAt: instant,
  /** The same as `startedAt` for a moment; null while it lasts. */
  endedAt: instant.nullable(),
  detail: z.string().nullable(),
  failed: z.boolean(),
  /** Of the recorded call that it stands for. */
  call: z.int().nullable(),
});
export type RunStep = z.infer<typeof runStepSchema>;

/** An event as it was appended, and what it came of. */
export const runEventSchema = z.object({
  id: idSchema,
  stream: z.string(),
  revision: z.string(),
  position: z.string(),
  type: z.string(),
  at: instant,
  /** A worker's or a process's name, or 'user'. */
  actor: z.string(),
  commandId: z.string(),
  correlationId: z.string(),
  /** event: the event of this run with the id. command: of the run's own request. request: somebody asked. */
  why: z.object({ kind: z.enum(['event', 'command', 'request']), id: z.string(), label: z.string() }),
  data: z.unknown(),
});
export type RunEvent = z.infer<typeof runEventSchema>;

export const runAssetSchema = madeAssetSchema.extend({
  /** aside: of a trial that nobody has kept yet. */
  place: z.enum([...assetPlaceSchema.options, 'aside']),
});
export type RunAsset = z.infer<typeof runAssetSchema>;

/** `inScene`: whether the scene has it as it was written; null for what no scene can have. */
export const runTextSchema = z.object({ name: z.string(), text: z.string(), inScene: z.boolean().nullable() });
export type RunText = z.infer<typeof runTextSchema>;

export const runLogLineSchema = z.object({
  at: instant,
  /** trace, debug, info, warn, error or fatal */
  level: z.string(),
  message: z.string(),
  /** What else the line says; null when nothing. */
  fields: z.record(z.string(), z.unknown()).nullable(),
});
export type RunLogLine = z.infer<typeof runLogLineSchema>;

export const runDetailSchema = runSchema.extend({
  correlationId: z.string(),
  sceneTitle: z.string().nullable(),
  /** What was asked for; a text's in its recording only. */
  prompt: z.string().nullable(),
  /** Name and version of what the prompt was made with; null where nothing is recorded. */
  template: z.string().nullable(),
  /** A text's are the words that it was made from, as far as they are recorded. */
  settings: z.record(z.string(), z.unknown()),
  /** The provider's own, where it tells one. */
  seed: z.string().nullable(),
  predictionId: z.string().nullable(),
  price: z
    .object({
      zaps: z.number(),
      /** What the provider was expected to ask; null for a creator. */
      usd: z.number().nullable(),
      priceVersion: z.string(),
      arithmetic: z.array(z.string()),
    })
    .nullable(),
  assets: z.array(runAssetSchema),
  /** What a text has written. */
  texts: z.array(runTextSchema),
  steps: z.array(runStepSchema),
  events: z.array(runEventSchema),
  recording: runRecordingSchema,
  /** Of the request and what came of it, on every node; null for a creator. */
  log: z.array(runLogLineSchema).nullable(),
  /** Runs that did this one again. */
  children: z.array(z.object({ id: idSchema, state: runStateNameSchema, requestedAt: instant })),
  /** Whether it can be run again: its kind can, what was asked for is known, and its project and scene are still there. */
  canRunAgain: z.boolean(),
});
export type RunDetail = z.infer<typeof runDetailSchema>;

/** Left out: as recorded. */
export const runAgainRequestSchema = z.object({
  prompt: text(LIMITS.prompt).min(1).optional(),
  /** Of a clip's model, or what a text is made from: those that are named take the place of the recorded ones. */
  settings: z.record(text(100), z.union([text(LIMITS.prompt), z.number(), z.boolean()])).optional(),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export type RunAgainRequest = z.infer<typeof runAgainRequestSchema>;
export const runAgainResponseSchema = z.object({ runId: idSchema, zaps: z.number() });
export type RunAgainResponse = z.infer<typeof runAgainResponseSchema>;

/** Which of what it made goes into the scene; all of it when absent. The first becomes the main one. */
export const keepRunRequestSchema = z.object({
  assetIds: z.array(text(100)).min(1).max(LIMITS.assetsPerScene).optional(),
});
export type KeepRunRequest = z.infer<typeof keepRunRequestSchema>;
