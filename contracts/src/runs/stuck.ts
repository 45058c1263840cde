import { z } from 'zod';

/**
 * reaction: an event that a reactor could not handle. row: events that a view could not fold into a row. view: a view
 * that stopped before an event; it resumes by itself. job: a job that gave up.
 */
export const stuckKindSchema = z.enum(['reaction', 'row', 'view', 'job']);
export type StuckKind = z.infer<typeof stuckKindSchema>;

export const stuckWorkSchema = z.object({
  kind: stuckKindSchema,
  id: z.string(),
  /** Name of the reactor, of the view's table, or of the queue. */
  name: z.string(),
  /** The event's position, the row's key, or the job's key. */
  subject: z.string(),
  /** Number of waiting events; for a row, all of its events. */
  events: z.number().int(),
  /** The first of the waiting events; null when no single event caused the problem. */
  eventId: z.string().nullable(),
  reason: z.string(),
  attempts: z.number().int(),
  /** ISO 8601 */
  since: z.string(),
  /** False when the work has to wait for another release or for a rebuild of the view. */
  retryable: z.boolean(),
});
export type StuckWork = z.infer<typeof stuckWorkSchema>;

export const stuckRetryRequestSchema = z.object({ kind: stuckKindSchema, id: z.string().min(1).max(2_000) });
export type StuckRetryRequest = z.infer<typeof stuckRetryRequestSchema>;

/**
 * taken: the retry succeeded. queued: the job may use all its attempts again. stuck: the retry failed, for the given
 * reason.
 */
export const stuckRetryOutcomeSchema = z.object({
  outcome: z.enum(['taken', 'queued', 'stuck']),
  reason: z.string().nullable(),
});
export type StuckRetryOutcome = z.infer<typeof stuckRetryOutcomeSchema>;
