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
