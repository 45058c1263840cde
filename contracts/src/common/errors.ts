import { z } from 'zod';
import { ERROR_CODES } from './error-codes';

export const errorBodySchema = z.object({
  message: z.string(),
  code: z.enum(ERROR_CODES),
  /** For validation_failed: which fields, as dotted paths. */
  issues: z.array(z.object({ path: z.string(), message: z.string() })).optional(),
  /** Where in the application its reader can do something about it: an address that begins with a slash. */
  link: z.string().optional(),
});
export type ErrorBody = z.infer<typeof errorBodySchema>;
