import { z } from 'zod';

export const PERFORMANCE_BY = ['project', 'style', 'model'] as const;
export const performanceQuerySchema = z.object({
  by: z.enum(PERFORMANCE_BY).default('project').describe('Grouping of the rows.'),
});
export type PerformanceQuery = z.output<typeof performanceQuerySchema>;

/** Maximum rows of the table, which contains those with the most views. */
export const MAX_PERFORMANCE_ROWS = 100;

export const performanceRowSchema = z.object({
  /** Id of the project or of the style, or the model; '' for work without one. */
  key: z.string(),
  label: z.string(),
  /** Views invented by the sandbox; never added to those of a platform. */
  sandbox: z.boolean(),
  /** Published posts whose views are known. */
  posts: z.int(),
  views: z.number(),
  /** Zaps spent on the projects of these posts, minus refunds; in a model's row, only zaps spent on that model. */
  zaps: z.number(),
  /** Null without views. */
  zapsPer1000Views: z.number().nullable(),
});
export type PerformanceRow = z.infer<typeof performanceRowSchema>;
