import { z } from 'zod';
import { pageQuerySchema } from '../common/answers';
import { periodSchema } from './ledger';

export const SPENDING_BY = ['day', 'kind', 'model', 'project', 'user'] as const;
export const spendingQuerySchema = periodSchema.extend(pageQuerySchema.shape).extend({
  by: z.enum(SPENDING_BY).default('day').describe('For a creator, all of it is their own.'),
});
export type SpendingQuery = z.output<typeof spendingQuerySchema>;

const figures = {
  /** Pieces of work that were paid for. */
  count: z.int(),
  /** Spent, before refunds. */
  zaps: z.number(),
  refunded: z.number(),
  /** What providers asked for; null for a creator. */
  usd: z.number().nullable(),
  /** The price of the zaps, less refunds and what providers asked for; null for a creator. */
  marginUsd: z.number().nullable(),
  /** Pictures and clips that were made, and that are still in their scene. */
  made: z.int(),
  kept: z.int(),
  discarded: z.int(),
  /** Different scenes that were worked on. */
  scenes: z.int(),
};

export const spendingRowSchema = z.object({
  /** The day, the kind of work, the model, the project's id or the user's; '' for work of no project. */
  key: z.string(),
  /** The same in words: a title, an e-mail address. */
  label: z.string(),
  ...figures,
});
export type SpendingRow = z.infer<typeof spendingRowSchema>;
/** A page of rows, days newest first and everything else the dearest first, with the totals of all pages. */
export const spendingSchema = z.object({
  rows: z.array(spendingRowSchema),
  totals: z.object({ ...figures, zapsPerScene: z.number().nullable() }),
});
export type Spending = z.infer<typeof spendingSchema>;
