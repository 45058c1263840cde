import { z } from 'zod';
import { instant, text } from '../common/fields';

/** A rebuild of a view beside the live one. `share`: of the log that is read, from 0 to 1. */
export const viewRebuildSchema = z.object({
  /** cut_off: its node stopped; the live view is as it was. */
  state: z.enum(['running', 'done', 'failed', 'cut_off']),
  share: z.number().min(0).max(1),
  startedAt: instant,
  endedAt: instant.nullable(),
  startedBy: z.string(),
  /** Rows of the new table, and how many of them the live one had otherwise; null until it is done. */
  rows: z.int().nullable(),
  different: z.int().nullable(),
  /** Keys of the first of these. */
  keys: z.array(z.string()),
  error: z.string().nullable(),
});
export type ViewRebuild = z.infer<typeof viewRebuildSchema>;

/** GET /api/runs/views, by name. */
export const systemViewSchema = z.object({
  name: z.string(),
  version: z.int(),
  /** Why it stopped; null while it reads on. */
  stopped: z.string().nullable(),
  rebuild: viewRebuildSchema.nullable(),
});
export type SystemView = z.infer<typeof systemViewSchema>;

/** GET /api/runs/tail: the newest events, or those after a position; in log order. */
export const tailQuerySchema = z.object({
  after: text(40)
    .regex(/^\d{1,20}$/)
    .optional(),
  type: text(100).min(1).optional().describe('The exact type of an event.'),
});
export type TailQuery = z.output<typeof tailQuerySchema>;
/** The most events of an answer. */
export const TAIL_EVENTS = 100;
/** The most characters of an event's data in an answer. */
export const TAIL_DATA = 2_000;

export const tailEventSchema = z.object({
  position: z.string(),
  at: instant,
  stream: z.string(),
  revision: z.string(),
  type: z.string(),
  /** Of the user who caused it, or the name of a part of the system. */
  actor: z.string(),
  ownerId: z.string(),
  /** JSON, cut after 2,000 characters. */
  data: z.string(),
});
export type TailEvent = z.infer<typeof tailEventSchema>;
