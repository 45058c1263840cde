import { z } from 'zod';

/**
 * reaction: an event that a process could not take. row: events that a view could not fold into a row. view: one that
 * has stopped before an event; it goes on by itself. job: one that gave up.
 */
export const stuckKindSchema = z.enum(['reaction', 'row', 'view', 'job']);
export type StuckKind = z.infer<typeof stuckKindSchema>;

export const stuckWorkSchema = z.object({
  kind: stuckKindSchema,
  id: z.string(),
  /** Of the process, the view's table or the queue. */
  name: z.string(),
  /** The event's position, the row's key or the job's own key. */
  subject: z.string(),
  /** How many wait: all events of the row. */
  events: z.number().int(),
  /** The first of them; null of what came of no single event. */
  eventId: z.string().nullable(),
  reason: z.string(),
  attempts: z.number().int(),
  /** ISO 8601 */
  since: z.string(),
  /** Otherwise it waits for another release, or for the view to be built anew. */
  retryable: z.boolean(),
});
export type StuckWork = z.infer<typeof stuckWorkSchema>;

export const stuckRetryRequestSchema = z.object({ kind: stuckKindSchema, id: z.string().min(1).max(2_000) });
export type StuckRetryRequest = z.infer<typeof stuckRetryRequestSchema>;

/** taken: it is done. queued: the job has all its attempts again. stuck: it failed again, with the reason. */
export const stuckRetryOutcomeSchema = z.object({
  outcome: z.enum(['taken', 'queued', 'stuck']),
  reason: z.string().nullable(),
});
export type StuckRetryOutcome = z.infer<typeof stuckRetryOutcomeSchema>;
