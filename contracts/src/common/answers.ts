import { z } from 'zod';
import { idSchema } from './fields';
import { ERROR_CODES, NEXT_CURSOR_HEADER } from './http';

/** Response to a deletion. */
export const deletedResponseSchema = z.object({ id: idSchema });
/** Health of a node of the installation. */
export const nodeStatusSchema = z.object({
  status: z.enum(['ok', 'degraded']),
  /** Problems that need attention, one sentence each. */
  problems: z.array(z.string()).optional(),
});
export type NodeStatus = z.infer<typeof nodeStatusSchema>;

export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES),
  /** For validation_failed: the invalid fields, as dotted paths. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Address in the application, beginning with a slash, where the user can resolve the error. */
  link: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;

/**
 * Query parameters of every list. A page ends after `limit` entries, or earlier when the entries are large; the
 * `x-next-cursor` header names the next page.
 */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000).describe('Maximum number of entries in a page.'),
  cursor: z.string().min(1).max(1_000).optional().describe(`The previous page's ${NEXT_CURSOR_HEADER} header.`),
});
export type PageQuery = z.output<typeof pageQuerySchema>;
