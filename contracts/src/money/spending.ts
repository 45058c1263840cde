import { z } from 'zod';
import { pageQuerySchema } from '../common/answers';
import { marginSchema, periodSchema } from './ledger';

export const SPENDING_BY = ['day', 'kind', 'model', 'project', 'user'] as const;
export const spendingQuerySchema = periodSchema.extend(pageQuerySchema.shape).extend({
  by: z.enum(SPENDING_BY).default('day').describe('Grouping of the rows. Creators get only their own spending.'),
});
export type SpendingQuery = z.output<typeof spendingQuerySchema>;

const figures = {
  /** Number of paid pieces of work. */
  count: z.int(),
  /** Zaps spent, before refunds. */
  zaps: z.number(),
  refunded: z.number(),
  /** Null when a creator reads the report. */
  margin: marginSchema.nullable(),
  /** Images and clips: `made` in total, `kept` in their scene, `discarded` since. */
  made: z.int(),
  kept: z.int(),
  discarded: z.int(),
  /** Number of different scenes worked on. */
  scenes: z.int(),
};

export const spendingRowSchema = z.object({
  /**
   * By the grouping of the report: the day, the kind of work, the model, or the id of the project or the user; '' for
   * work without a project.
   */
  key: z.string(),
  /** The key's display name: a title, an e-mail address. */
  label: z.string(),
  ...figures,
});
export type SpendingRow = z.infer<typeof spendingRowSchema>;
/** A page of rows, with the totals of all pages. Days are sorted newest first, other rows by descending price. */
export const spendingSchema = z.object({
  rows: z.array(spendingRowSchema),
  totals: z.object({ ...figures, zapsPerScene: z.number().nullable() }),
});
export type Spending = z.infer<typeof spendingSchema>;

/** Maximum rows of a report of failed runs; its totals count all runs. */
export const MAX_FAILED_ROWS = 500;

const failedFigures = {
  runs: z.int(),
  /**
   * Zaps that were held for the failed runs, and how many of these were released or charged despite the failure. Work
   * in progress counts in none of the three.
   */
  reserved: z.number(),
  released: z.number(),
  charged: z.number(),
  /** Billed by providers for some of the runs, as far as their statements were compared. */
  billedUsd: z.number(),
  billedRuns: z.int(),
};
export const failedRunRowSchema = z.object({
  /** YYYY-MM, UTC */
  month: z.string(),
  kind: z.string(),
  /** '' for work without a model. */
  model: z.string(),
  /** The error without ids and large numbers, so that runs with the same error share a row. */
  error: z.string(),
  ...failedFigures,
});
export type FailedRunRow = z.infer<typeof failedRunRowSchema>;

/** GET /api/audit/failed-runs: by month, model and error, newest month first. */
export const failedRunsSchema = z.object({
  rows: z.array(failedRunRowSchema).max(MAX_FAILED_ROWS),
  totals: z.object(failedFigures),
});
export type FailedRuns = z.infer<typeof failedRunsSchema>;
