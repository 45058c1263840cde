import { z } from 'zod';
import { zapsSchema } from './amount-schema';
import { MAX_BUDGET_ZAPS } from './budget-limits';

const spentSchema = {
  /** Zaps; null without a limit. */
  monthlyZaps: z.number().nullable(),
  /** Zaps spent this month, with what is reserved. */
  spentZaps: z.number(),
};
export const budgetSchema = z.object(spentSchema);
export type Budget = z.infer<typeof budgetSchema>;

export const projectBudgetSchema = z.object({ projectId: z.string(), ...spentSchema });
export type ProjectBudget = z.infer<typeof projectBudgetSchema>;

/** What somebody may spend in a month, and has spent: in all, and by project where there is something to say. */
export const budgetsSchema = z.object({
  /** YYYY-MM; months are those of UTC. */
  month: z.string(),
  person: budgetSchema,
  projects: z.array(projectBudgetSchema),
});
export type Budgets = z.infer<typeof budgetsSchema>;

export const setBudgetRequestSchema = z.object({
  /** Null takes the limit away. */
  monthlyZaps: zapsSchema(MAX_BUDGET_ZAPS).nullable(),
});
export type SetBudgetRequest = z.infer<typeof setBudgetRequestSchema>;
