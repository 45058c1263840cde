import { z } from 'zod';
import { recordingStateSchema } from './recording';

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
