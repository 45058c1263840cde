import { z } from 'zod';

/**
 * Location of a part of a run's recording. The run's events contain it, while the recording itself is stored outside
 * the log.
 */
export const recordedCallsSchema = z.object({
  /** Key in the media storage. */
  key: z.string(),
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: z.string(),
  bytes: z.number().int(),
});
export type RecordedCalls = z.infer<typeof recordedCallsSchema>;

/** The original cause of a lost connection, which a library wrapped in an error of its own. */
export const rootCauseSchema = z.object({
  kind: z.enum(['refused', 'dns', 'tls', 'timeout', 'lost', 'other']),
  /** Error code of the system or the library, such as ECONNREFUSED; null when there is none. */
  code: z.string().nullable(),
  message: z.string(),
});
export type RootCause = z.infer<typeof rootCauseSchema>;

/** One HTTP request of a call and its response. */
export const httpExchangeSchema = z.object({
  method: z.string(),
  /** The URL without its query. */
  url: z.string(),
  /** Headers needed to repeat the request; secrets are replaced by '$API_KEY'. */
  headers: z.record(z.string(), z.string()),
  /** ISO 8601 */
  at: z.string(),
  /** Milliseconds until the response began or the connection failed. */
  ms: z.number(),
  /** HTTP status; null without a response. */
  status: z.number().int().nullable(),
  /** The provider's own id of the request. */
  requestId: z.string().nullable(),
  /** The response body as received, up to 16 KiB; null when it is not text. */
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
  /** For a refusal: its reason (throttled, no-credit and the like) and the HTTP status of the response. */
  reason: z.string().optional(),
  status: z.number().optional(),
  /** The cause of a missing response. */
  cause: rootCauseSchema.optional(),
});
export type RecordedError = z.infer<typeof recordedErrorSchema>;

/**
 * One call to a provider. It contains no secrets: tokens, headers and query strings are left out. Files are represented
 * by their size and hash: `{ "bytes": 1234, "sha256": "…" }`.
 */
export const providerCallSchema = z.object({
  /** create, get, cancel or fetchOutput for a generation; for a text model its operation, such as describeScene. */
  operation: z.string(),
  provider: z.string(),
  /** The provider's own name of the model; null when none was sent. */
  model: z.string().nullable(),
  /** Name and version of the prompt's template, such as 'describe-scene@1'. */
  template: z.string().nullable(),
  /** Number of the run's attempt, from 1. */
  attempt: z.number().int(),
  /** ISO 8601. When the same call was repeated, `endedAt` is the end of the last repeat. */
  startedAt: z.string(),
  endedAt: z.string(),
  /** The request in the product's own terms. */
  request: z.unknown(),
  /** The request as sent, in the provider's format; null when the provider is part of this installation. */
  sent: z.unknown(),
  /** The response; null when the call failed. */
  answer: z.unknown(),
  error: recordedErrorSchema.nullable(),
  /** Number of calls with the same request and response, including this one. */
  times: z.number().int(),
  /** True when a part was too large to be stored; a note replaces the part. */
  cut: z.boolean(),
  /**
   * The newest HTTP exchanges of the call, including those of its repeats. Absent in recordings of earlier releases,
   * for providers that are part of this installation, and when a creator reads the recording.
   */
  exchanges: z.array(httpExchangeSchema).optional(),
});
export type ProviderCall = z.infer<typeof providerCallSchema>;

/** A stored part of a recording. */
export const recordingPartSchema = z.object({
  version: z.literal(1),
  runId: z.string(),
  calls: z.array(providerCallSchema),
  /** Number of calls that were not recorded because the recording had reached its maximum. */
  omitted: z.number().int(),
});
export type RecordingPart = z.infer<typeof recordingPartSchema>;

/**
 * recorded: all parts exist. not_recorded: the events name no parts, because of an earlier release, a full disk or
 * disabled recording. gone: the recording has expired. damaged: the bytes do not match the hash in the events.
 */
export const recordingStateSchema = z.enum(['recorded', 'not_recorded', 'gone', 'damaged']);
export type RecordingState = z.infer<typeof recordingStateSchema>;

export const runRecordingSchema = z.object({
  state: recordingStateSchema,
  /** Calls in the order in which they started. */
  calls: z.array(providerCallSchema),
  omitted: z.number().int(),
  /** Size of the recording in bytes. */
  bytes: z.number().int(),
});
export type RunRecording = z.infer<typeof runRecordingSchema>;

/**
 * Compares an event of the log with the decision of today's code. same: the code decides this event again. different:
 * it decides another event instead. missing: it decides no event. extra: it decides an event that is not in the log.
 */
export const replayVerdictSchema = z.enum(['same', 'different', 'missing', 'extra']);
export type ReplayVerdict = z.infer<typeof replayVerdictSchema>;

export const replayDifferenceSchema = z.object({
  /** JSON path below the event, such as $.data.images[0].url or $.type. */
  path: z.string(),
  /** The two values; absent where there is none. */
  recorded: z.unknown().optional(),
  today: z.unknown().optional(),
});
export type ReplayDifference = z.infer<typeof replayDifferenceSchema>;

/**
 * A comparison that a replay makes in addition to the events. `request`: the request that today's code makes to a
 * provider, in the product's own form. `sent`: the same request as sent. `price`: the price of the work by today's
 * price book.
 */
export const replayCheckSchema = z.object({
  of: z.enum(['request', 'sent', 'price']),
  /** The provider's operation, such as create or describeScene; for a price, the operation in the price book. */
  operation: z.string(),
  verdict: z.enum(['same', 'different', 'not_compared']),
  differences: z.array(replayDifferenceSchema),
  /** Reason why nothing was compared. */
  reason: z.string().optional(),
});
export type ReplayCheck = z.infer<typeof replayCheckSchema>;

/** The state of a run after an event. */
export const runStateSchema = z.object({
  /** State of the job or the request; null before its first event. */
  run: z.record(z.string(), z.unknown()).nullable(),
  hold: z.object({ holdId: z.string(), status: z.string(), units: z.number() }).nullable(),
  /** The media and texts of the run's scene; null without a scene. */
  scene: z.record(z.string(), z.unknown()).nullable(),
});
export type RunState = z.infer<typeof runStateSchema>;

export const replayStepSchema = z.object({
  /** Index from 1; an extra event has the index of the event before it. */
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
  /** State after the event, according to the log. */
  state: runStateSchema,
});
export type ReplayStep = z.infer<typeof replayStepSchema>;

export const replayReportSchema = z.object({
  runId: z.string(),
  /** image, video, or the operation of a text model. */
  kind: z.string(),
  /**
   * True when the replay used the providers' recorded responses; without them, only the decisions themselves are
   * compared.
   */
  recorded: z.boolean(),
  recording: recordingStateSchema,
  /** Empty for a run without decisions to replay, such as a reply of the assistant. */
  steps: z.array(replayStepSchema),
  checks: z.array(replayCheckSchema),
  /** True when all steps so far, and all checks that could be made, are the same. */
  same: z.boolean(),
  /** True for an unfinished run, whose outcome is not compared; absent for a finished run. */
  underWay: z.literal(true).optional(),
});
export type ReplayReport = z.infer<typeof replayReportSchema>;
