import { z } from 'zod';
import { idSchema } from './fields';
import { ERROR_CODES, NEXT_CURSOR_HEADER } from './http';

/** What a deletion answers. */
export const deletedResponseSchema = z.object({ id: idSchema });
/** How a node of the installation is. */
export const nodeStatusSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  /** What needs looking after, a sentence each. */
  problems: z.array(z.string()).optional(),
});
export type NodeStatus = z.infer<typeof nodeStatusSchema>;

export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES),
  /** For validation_failed: which fields, as dotted paths. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Where in the application its reader can do something about it: an address that begins with a slash. */
  link: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/**
 * What every list takes in its query. A page ends after `limit` entries, or sooner where they are large; the header
 * says when there is more.
 */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000).describe('The most entries of a page.'),
  cursor: z.string().min(1).max(1_000).optional().describe(`What the page before answered in ${NEXT_CURSOR_HEADER}.`),
});
export type PageQuery = z.output<typeof pageQuerySchema>;
