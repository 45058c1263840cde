import { z } from 'zod';

/** Where a part of a run's recording lies: named in the run's events, the recording itself lies outside the log. */
export const recordedCallsSchema = z.object({
  /** Of the media storage. */
  key: z.string(),
  /** SHA-256 of the bytes, in hexadecimal. */
  hash: z.string(),
  bytes: z.number().int(),
});
export type RecordedCalls = z.infer<typeof recordedCallsSchema>;

export const recordedErrorSchema = z.object({
  /** The name of the error's class, such as CreateRefused. */
  type: z.string(),
  message: z.string(),
  /** Whether the same call may succeed later; null where the error does not say. */
  retryable: z.boolean().nullable(),
  /** Of a refusal: throttled, no-credit and the like, and the HTTP status of the answer. */
  reason: z.string().optional(),
  status: z.number().optional(),
});
export type RecordedError = z.infer<typeof recordedErrorSchema>;

/**
 * One call of a provider. No secrets: tokens, headers and the query strings of addresses are left out, and files are
 * named by their hash and size: `{ "bytes": 1234, "sha256": "…" }`.
 */
export const providerCallSchema = z.object({
  /** create, get, cancel and fetchOutput of a generation, or what was asked of a text model: describeScene and so on. */
  operation: z.string(),
  provider: z.string(),
  /** The provider's own name of the model; null where none was sent. */
  model: z.string().nullable(),
  /** Name and version of the texts that the prompt was made with, such as 'describe-scene@1'. */
  template: z.string().nullable(),
  /** The run's attempt, from 1. */
  attempt: z.number().int(),
  /** ISO 8601; `endedAt` of the last one, where the same call was repeated. */
  startedAt: z.string(),
  endedAt: z.string(),
  /** What was asked, in our words. */
  request: z.unknown(),
  /** What went over the wire, in the provider's words; null where the provider is part of this installation. */
  sent: z.unknown(),
  /** Null when it failed. */
  answer: z.unknown(),
  error: recordedErrorSchema.nullable(),
  /** How often the same was asked and answered, this call included. */
  times: z.number().int(),
  /** Something was too large to be kept whole; what was left out says so in its place. */
  cut: z.boolean(),
});
export type ProviderCall = z.infer<typeof providerCallSchema>;

/** A part of a recording, as it is stored. */
export const recordingPartSchema = z.object({
  version: z.literal(1),
  runId: z.string(),
  calls: z.array(providerCallSchema),
  /** Calls that came after as many as a recording may hold. */
  omitted: z.number().int(),
});
export type RecordingPart = z.infer<typeof recordingPartSchema>;

/**
 * recorded: all parts are there. not_recorded: the events name none, as those of earlier releases, of a full disk or
 * with recordings switched off. gone: expired. damaged: the bytes are not those whose hash the events hold.
 */
export const recordingStateSchema = z.enum(['recorded', 'not_recorded', 'gone', 'damaged']);
export type RecordingState = z.infer<typeof recordingStateSchema>;

export const runRecordingSchema = z.object({
  state: recordingStateSchema,
  /** In the order in which they began. */
  calls: z.array(providerCallSchema),
  omitted: z.number().int(),
  /** Of what is stored. */
  bytes: z.number().int(),
});
export type RunRecording = z.infer<typeof runRecordingSchema>;

/**
 * same: the code of today decides this event again. different: it decides another one. missing: it decides none.
 * extra: it decides one that the log does not have.
 */
export const replayVerdictSchema = z.enum(['same', 'different', 'missing', 'extra']);
export type ReplayVerdict = z.infer<typeof replayVerdictSchema>;

export const replayDifferenceSchema = z.object({
  /** JSON path below the event: $.data.images[0].url, $.type */
  path: z.string(),
  /** Left out where there is none. */
  recorded: z.unknown().optional(),
  today: z.unknown().optional(),
});
export type ReplayDifference = z.infer<typeof replayDifferenceSchema>;

/** What the run's part of the world is after an event. */
export const runStateSchema = z.object({
  /** The job or the request; null before its first event. */
  run: z.record(z.string(), z.unknown()).nullable(),
  hold: z.object({ holdId: z.string(), status: z.string(), units: z.number() }).nullable(),
  /** The media and texts of its scene; null where it has none. */
  scene: z.record(z.string(), z.unknown()).nullable(),
});
export type RunState = z.infer<typeof runStateSchema>;

export const replayStepSchema = z.object({
  /** From 1; an extra event has the number of the one before it. */
  index: z.number().int(),
  event: z.object({
    type: z.string(),
    stream: z.string(),
    /** Null for an event that the log does not have. */
    revision: z.string().nullable(),
    /** ISO 8601 */
    at: z.string().nullable(),
  }),
  verdict: replayVerdictSchema,
  differences: z.array(replayDifferenceSchema),
  /** After the event, as the log has it. */
  state: runStateSchema,
});
export type ReplayStep = z.infer<typeof replayStepSchema>;

export const replayReportSchema = z.object({
  runId: z.string(),
  /** image, video or the operation of a text. */
  kind: z.string(),
  /** Whether the recorded answers of its providers were used; without them only the decisions themselves are compared. */
  recorded: z.boolean(),
  recording: recordingStateSchema,
  /** None of a run of which nothing is decided again, such as a reply of the assistant. */
  steps: z.array(replayStepSchema),
  /** As far as the run has come. */
  same: z.boolean(),
  /** The run is not over yet, so its outcome is not compared. Left out where it is. */
  underWay: z.literal(true).optional(),
});
export type ReplayReport = z.infer<typeof replayReportSchema>;
