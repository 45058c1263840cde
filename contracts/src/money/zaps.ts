import { z } from 'zod';
import { idempotencyKeySchema, text } from '../common/fields';
import { MAKER_NAMES } from '../models/entry';
import { MAX_BUDGET_ZAPS, toUnits, toZaps } from './amount';

export const SIGN_UP_GRANT_ZAPS = 100;

export const ZAP_PACKAGES = [
  { zaps: 100, usd: 9.99, popular: false },
  { zaps: 500, usd: 39.99, popular: true },
  { zaps: 1000, usd: 69.99, popular: false },
  { zaps: 2500, usd: 149.99, popular: false },
] as const;

/** The parties that are paid for work; 'internal' for work done by the product itself. */
export const COST_PROVIDERS = [...MAKER_NAMES, 'internal'] as const;
const count = z.number().min(0).max(1_000_000_000);
export const usageSchema = z.object({
  images: count.optional(),
  seconds: count.optional(),
  resolution: text(20).optional(),
  mode: text(20).optional(),
  /** True when the clip has a sound of its own. */
  sound: z.boolean().optional(),
  /** Number of reference pictures from which each image is made. */
  references: count.optional(),
  /** Number of pixels of an upscaled image. */
  pixels: count.optional(),
  requests: count.optional(),
  scenes: count.optional(),
  tokens: count.optional(),
  characters: count.optional(),
});
export const estimateRequestSchema = z.object({
  provider: z.enum(COST_PROVIDERS),
  model: text(100),
  operation: text(100),
  usage: usageSchema,
});
export type EstimateRequest = z.infer<typeof estimateRequestSchema>;
export const estimateResponseSchema = z.object({ costZaps: z.number() });

/** Zaps, with up to four decimals. */
export const balanceSchema = z.object({ balance: z.number() });
export type Balance = z.infer<typeof balanceSchema>;

export const addZapsRequestSchema = z.object({
  amount: z.number().refine((value) => ZAP_PACKAGES.some((pack) => pack.zaps === value), 'must be a package size'),
  idempotencyKey: idempotencyKeySchema.optional(),
});
export const transactionSchema = z.object({
  id: z.string(),
  description: z.string(),
  /** Zaps: positive for a purchase or a grant, negative for spending. */
  amount: z.number(),
  createdAt: z.string(),
  /** The charge that the transaction belongs to; null for a transaction without one. */
  holdId: z.string().nullable().optional(),
});
export type Transaction = z.infer<typeof transactionSchema>;

/** One paid piece of work. Costs: zaps charged, and the provider's price in dollars. */
export const usageEventSchema = z.object({
  id: z.string(),
  provider: z.string(),
  operation: z.string(),
  model: z.string(),
  createdAt: z.string(),
  computedCostZaps: z.number(),
  computedCostUsd: z.number(),
  /** The charge that the work belongs to. */
  holdId: z.string().optional(),
});
export type UsageEvent = z.infer<typeof usageEventSchema>;

export const costTotalSchema = z.object({ count: z.int(), totalZaps: z.number(), totalUsd: z.number() });
export type CostTotal = z.infer<typeof costTotalSchema>;
export const projectCostsSchema = z.object({
  projectId: z.string(),
  totalZaps: z.number(),
  totalUsd: z.number(),
  /** category → operation → totals */
  breakdown: z.record(z.string(), z.record(z.string(), costTotalSchema)),
});
export type ProjectCosts = z.infer<typeof projectCostsSchema>;
export const addZapsResponseSchema = z.object({ amount: z.number() });

/** An exact amount of zaps: with at most four decimals. */
export const zapsSchema = (max: number) =>
  z
    .number()
    .min(0)
    .max(max)
    .refine((zaps) => toZaps(toUnits(zaps)) === zaps, 'must have at most four decimals');

const spentSchema = {
  /** Limit in zaps; null for none. */
  monthlyZaps: z.number().nullable(),
  /** Zaps spent this month, including reserved ones. */
  spentZaps: z.number(),
};
export const budgetSchema = z.object(spentSchema);
export type Budget = z.infer<typeof budgetSchema>;

export const projectBudgetSchema = z.object({ projectId: z.string(), ...spentSchema });
export type ProjectBudget = z.infer<typeof projectBudgetSchema>;

/** A user's monthly limits and spending: in total, and for each project with a limit or with spending. */
export const budgetsSchema = z.object({
  /** YYYY-MM, a month in UTC. */
  month: z.string(),
  person: budgetSchema,
  projects: z.array(projectBudgetSchema),
});
export type Budgets = z.infer<typeof budgetsSchema>;

export const setBudgetRequestSchema = z.object({
  /** Null removes the limit. */
  monthlyZaps: zapsSchema(MAX_BUDGET_ZAPS).nullable(),
});
export type SetBudgetRequest = z.infer<typeof setBudgetRequestSchema>;
