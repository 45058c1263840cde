import { z } from 'zod';
import { pageQuerySchema } from '../common/answers';
import { periodSchema } from './ledger';

export const SPENDING_BY = ['day', 'kind', 'model', 'project', 'user'] as const;
export const spendingQuerySchema = periodSchema.extend(pageQuerySchema.shape).extend({
  by: z.enum(SPENDING_BY).default('day').describe('For a creator, all of it is their own.'),
});
export type SpendingQuery = z.output<typeof spendingQuerySchema>;

const figures = {
  /** Number of paid pieces of work. */
  count: z.int(),
  /** Zaps spent, before refunds. */
  zaps: z.number(),
  refunded: z.number(),
  /** The providers' prices; null for a creator. */
  usd: z.number().nullable(),
  /** The selling price of the spent zaps, minus refunds and the providers' prices; null for a creator. */
  marginUsd: z.number().nullable(),
  /** Images and clips: `made` in total, `kept` in their scene, `discarded` since. */
  made: z.int(),
  kept: z.int(),
  discarded: z.int(),
  /** Number of different scenes worked on. */
  scenes: z.int(),
};

export const spendingRowSchema = z.object({
  /** The day, the kind of work, the model, the project's id or the user's; '' for work without a project. */
  key: z.string(),
  /** The key's display name: a title, an e-mail address. */
  label: z.string(),
  ...figures,
});
export type SpendingRow = z.infer<typeof spendingRowSchema>;
/** A page of rows, with the totals of all pages. Days are sorted newest first, all else by descending price. */
export const spendingSchema = z.object({
  rows: z.array(spendingRowSchema),
  totals: z.object({ ...figures, zapsPerScene: z.number().nullable() }),
});
export type Spending = z.infer<typeof spendingSchema>;
