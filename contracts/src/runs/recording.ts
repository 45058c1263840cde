import { z } from 'zod';

/**
 * Location of a part of a run's recording: the run's events name it, the recording itself is stored outside the log.
 */
export const recordedCallsSchema = z.object({
  /** Key in the media storage. */
  key: z.string(),
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: z.string(),
  bytes: z.number().int(),
});
export type RecordedCalls = z.infer<typeof recordedCallsSchema>;

/** The first cause of a lost connection, below the error that a library made of it. */
export const rootCauseSchema = z.object({
  kind: z.enum(['refused', 'dns', 'tls', 'timeout', 'lost', 'other']),
  /** The system's or the library's code, such as ECONNREFUSED; null when there is none. */
  code: z.string().nullable(),
  message: z.string(),
});
export type RootCause = z.infer<typeof rootCauseSchema>;

/** One HTTP request of a call and its answer. */
export const httpExchangeSchema = z.object({
  method: z.string(),
  /** Without its query. */
  url: z.string(),
  /** Headers needed to repeat the request; secrets are replaced by '$API_KEY'. */
  headers: z.record(z.string(), z.string()),
  /** ISO 8601 */
  at: z.string(),
  /** Milliseconds until the answer began, or the connection failed. */
  ms: z.number(),
  /** Null without an answer. */
  status: z.number().int().nullable(),
  /** The provider's own id of the request. */
  requestId: z.string().nullable(),
  /** The answer as it came, up to 16 KiB; null for an answer that is no text. */
  body: z.string().nullable(),
  error: rootCauseSchema.nullable(),
});
export type HttpExchange = z.infer<typeof httpExchangeSchema>;

export const recordedErrorSchema = z.object({
  /** Name of the error's class, such as CreateRefused. */
  type: z.string(),
  message: z.string(),
  /** True when the same call may succeed later; null when the error does not say. */
  retryable: z.boolean().nullable(),
  /** For a refusal, its reason (throttled, no-credit and the like) and the HTTP status of the response. */
  reason: z.string().optional(),
  status: z.number().optional(),
  /** Why there was no answer. */
  cause: rootCauseSchema.optional(),
});
export type RecordedError = z.infer<typeof recordedErrorSchema>;

/**
 * One call of a provider. No secrets: tokens, headers and the query strings of addresses are left out, and files are
 * represented by their hash and size: `{ "bytes": 1234, "sha256": "…" }`.
 */
export const providerCallSchema = z.object({
  /** create, get, cancel or fetchOutput of a generation, or a text model's operation: describeScene and so on. */
  operation: z.string(),
  provider: z.string(),
  /** The provider's own name of the model; null when none was sent. */
  model: z.string().nullable(),
  /** Name and version of the prompt's template, such as 'describe-scene@1'. */
  template: z.string().nullable(),
  /** Number of the run's attempt, from 1. */
  attempt: z.number().int(),
  /** ISO 8601. When the same call was repeated, `endedAt` is the end of the last one. */
  startedAt: z.string(),
  endedAt: z.string(),
  /** The request in our own terms. */
  request: z.unknown(),
  /** The request on the wire, in the provider's format; null when the provider is part of this installation. */
  sent: z.unknown(),
  /** Null when the call failed. */
  answer: z.unknown(),
  error: recordedErrorSchema.nullable(),
  /** Number of calls with the same request and response, this one included. */
  times: z.number().int(),
  /** True when a part was too large to be stored; a note in its place says so. */
  cut: z.boolean(),
  /**
   * The newest HTTP exchanges of the call, each repeat included; absent in recordings of earlier releases, for providers
   * that are part of this installation, and for creators.
   */
  exchanges: z.array(httpExchangeSchema).optional(),
});
export type ProviderCall = z.infer<typeof providerCallSchema>;

/** A stored part of a recording. */
export const recordingPartSchema = z.object({
  version: z.literal(1),
  runId: z.string(),
  calls: z.array(providerCallSchema),
  /** Number of calls beyond the maximum of a recording. */
  omitted: z.number().int(),
});
export type RecordingPart = z.infer<typeof recordingPartSchema>;

/**
 * recorded: all parts are there. not_recorded: the events name none, because of an earlier release, a full disk or
 * recordings switched off. gone: expired. damaged: the bytes do not match the hash in the events.
 */
export const recordingStateSchema = z.enum(['recorded', 'not_recorded', 'gone', 'damaged']);
export type RecordingState = z.infer<typeof recordingStateSchema>;

export const runRecordingSchema = z.object({
  state: recordingStateSchema,
  /** In the order of their start. */
  calls: z.array(providerCallSchema),
  omitted: z.number().int(),
  /** Stored bytes. */
  bytes: z.number().int(),
});
export type RunRecording = z.infer<typeof runRecordingSchema>;

/**
 * same: today's code decides this event again. different: it decides another one. missing: it decides none. extra: it
 * decides one that is not in the log.
 */
export const replayVerdictSchema = z.enum(['same', 'different', 'missing', 'extra']);
export type ReplayVerdict = z.infer<typeof replayVerdictSchema>;

export const replayDifferenceSchema = z.object({
  /** JSON path below the event: $.data.images[0].url, $.type */
  path: z.string(),
  /** Absent when there is no value. */
  recorded: z.unknown().optional(),
  today: z.unknown().optional(),
});
export type ReplayDifference = z.infer<typeof replayDifferenceSchema>;

/**
 * What a replay compares beside the events: `request`, the request of today's code to a provider, in the product's own
 * form; `sent`, that request on the wire; `price`, the price of the work by today's price book.
 */
export const replayCheckSchema = z.object({
  of: z.enum(['request', 'sent', 'price']),
  /** The provider's operation, such as create or describeScene; for a price, the price book's. */
  operation: z.string(),
  verdict: z.enum(['same', 'different', 'not_compared']),
  differences: z.array(replayDifferenceSchema),
  /** Reason for not comparing. */
  reason: z.string().optional(),
});
export type ReplayCheck = z.infer<typeof replayCheckSchema>;

/** The state of a run after an event. */
export const runStateSchema = z.object({
  /** The job or the request; null before its first event. */
  run: z.record(z.string(), z.unknown()).nullable(),
  hold: z.object({ holdId: z.string(), status: z.string(), units: z.number() }).nullable(),
  /** The media and texts of the run's scene; null without a scene. */
  scene: z.record(z.string(), z.unknown()).nullable(),
});
export type RunState = z.infer<typeof runStateSchema>;

export const replayStepSchema = z.object({
  /** From 1; an extra event has the number of the event before it. */
  index: z.number().int(),
  event: z.object({
    type: z.string(),
    stream: z.string(),
    /** Null for an event that is not in the log. */
    revision: z.string().nullable(),
    /** ISO 8601 */
    at: z.string().nullable(),
  }),
  verdict: replayVerdictSchema,
  differences: z.array(replayDifferenceSchema),
  /** State after the event, from the log. */
  state: runStateSchema,
});
export type ReplayStep = z.infer<typeof replayStepSchema>;

export const replayReportSchema = z.object({
  runId: z.string(),
  /** image, video or the operation of a text. */
  kind: z.string(),
  /** True when the providers' recorded responses were used; without them only the decisions themselves are compared. */
  recorded: z.boolean(),
  recording: recordingStateSchema,
  /** Empty for a run without decisions to replay, such as a reply of the assistant. */
  steps: z.array(replayStepSchema),
  checks: z.array(replayCheckSchema),
  /** True when all steps up to now, and all checks that could be made, are the same. */
  same: z.boolean(),
  /** True for an unfinished run, whose outcome is not compared. Absent for a finished one. */
  underWay: z.literal(true).optional(),
});
export type ReplayReport = z.infer<typeof replayReportSchema>;
