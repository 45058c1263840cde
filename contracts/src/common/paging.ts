import { z } from 'zod';
import { NEXT_CURSOR_HEADER } from './headers';

/**
 * What every list takes in its query. A page ends after `limit` entries, or sooner where they are large; the header
 * says when there is more.
 */
export const pageQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(1_000).default(1_000).describe('The most entries of a page.'),
  cursor: z.string().min(1).max(1_000).optional().describe(`What the page before answered in ${NEXT_CURSOR_HEADER}.`),
});
export type PageQuery = z.output<typeof pageQuerySchema>;
