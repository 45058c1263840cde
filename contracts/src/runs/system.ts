import { z } from 'zod';
import { instant, text } from '../common/fields';

/** A rebuild of a view, beside the live one. `share`: the part of the log that has been read, from 0 to 1. */
export const viewRebuildSchema = z.object({
  /** cut_off: the node stopped during the rebuild; the live view is unchanged. */
  state: z.enum(['running', 'done', 'failed', 'cut_off']),
  share: z.number().min(0).max(1),
  startedAt: instant,
  endedAt: instant.nullable(),
  startedBy: z.string(),
  /**
   * Number of rows in the new table, and how many of them differ from the live table; null until the rebuild is done.
   */
  rows: z.int().nullable(),
  different: z.int().nullable(),
  /** Keys of the first differing rows. */
  keys: z.array(z.string()),
  error: z.string().nullable(),
});
export type ViewRebuild = z.infer<typeof viewRebuildSchema>;

/** GET /api/runs/views: all views, sorted by name. */
export const systemViewSchema = z.object({
  name: z.string(),
  version: z.int(),
  /** Reason why the view stopped; null while it is running. */
  stopped: z.string().nullable(),
  rebuild: viewRebuildSchema.nullable(),
});
export type SystemView = z.infer<typeof systemViewSchema>;

/** GET /api/runs/tail: the newest events, or the events after a position, in log order. */
export const tailQuerySchema = z.object({
  after: text(40)
    .regex(/^\d{1,20}$/)
    .optional(),
  type: text(100).min(1).optional().describe('The exact type of an event.'),
});
export type TailQuery = z.output<typeof tailQuerySchema>;
/** Maximum events in a response. */
export const TAIL_EVENTS = 100;
/** Maximum characters of an event's data in a response. */
export const TAIL_DATA = 2_000;

export const tailEventSchema = z.object({
  position: z.string(),
  at: instant,
  stream: z.string(),
  revision: z.string(),
  type: z.string(),
  /** Id of the user who caused the event, or the name of a part of the system. */
  actor: z.string(),
  ownerId: z.string(),
  /** JSON, cut after 2,000 characters. */
  data: z.string(),
});
export type TailEvent = z.infer<typeof tailEventSchema>;
