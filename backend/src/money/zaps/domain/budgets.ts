import { BUDGET_NOTICE_SHARE, toZaps } from '@storyreel/contracts';
import { DomainError } from '../../../lib/domain-error';
import type { BudgetScope, WalletEntry } from './wallet-entry';

/** Ledger units spent in the most recent month (YYYY-MM, UTC), including reservations. */
export interface Spending {
  month: string;
  units: number;
  projects: Readonly<Record<string, number>>;
}

export const NO_SPENDING: Spending = { month: '', units: 0, projects: {} };

export const monthOf = (instant: string): string => instant.slice(0, 7);

/**
 * Counts zaps in the month of their reservation. Returned zaps are deducted from that same month, so a late return
 * never changes a later month.
 */
export function spend(spending: Spending, reservedAt: string, projectId: string | null, units: number): Spending {
  const month = monthOf(reservedAt);
  if (units === 0 || month < spending.month) return spending;
  const { units: total, projects } = spendingIn(spending, month);
  const project = projectId === null ? {} : { [projectId]: (projects[projectId] ?? 0) + units };
  return { month, units: total + units, projects: { ...projects, ...project } };
}

export const spendingIn = (spending: Spending, month: string): Spending =>
  spending.month === month ? spending : { ...NO_SPENDING, month };

export interface Budget {
  monthlyUnits: number;
  /** The last month in which the owner was notified that the budget was nearly spent. */
  neared: string | null;
}

/**
 * Budgets by project id; the user's own budget has a key that no project has. A budget without a limit has no entry.
 */
export type Budgets = Readonly<Record<string, Budget>>;

export const NO_BUDGETS: Budgets = {};

const PERSON = 'person';
const keyOf = (scope: BudgetScope): string => (scope === 'person' ? PERSON : scope.projectId);

export const findBudget = (budgets: Budgets, scope: BudgetScope): Budget | undefined => budgets[keyOf(scope)];
/** Returns the ids of the projects with a budget. */
export const budgetedProjects = (budgets: Budgets): string[] => Object.keys(budgets).filter((key) => key !== PERSON);

export function withBudget(budgets: Budgets, scope: BudgetScope, monthlyUnits: number | null): Budgets {
  const { [keyOf(scope)]: _before, ...others } = budgets;
  return monthlyUnits === null ? others : { ...others, [keyOf(scope)]: { monthlyUnits, neared: null } };
}

export function neared(budgets: Budgets, scope: BudgetScope, month: string): Budgets {
  const budget = budgets[keyOf(scope)];
  return budget ? { ...budgets, [keyOf(scope)]: { ...budget, neared: month } } : budgets;
}

/**
 * Checks that the budgets allow a reservation. Free work is always allowed.
 * @returns the budgets that the reservation nearly uses up, each of which is to be recorded once a month
 * @throws DomainError budget_reached
 */
export function checkBudgets(
  { budgets, spending }: { budgets: Budgets; spending: Spending },
  projectId: string | null,
  units: number,
  now: string,
): WalletEntry[] {
  if (units === 0) return [];
  const month = monthOf(now);
  const { units: total, projects } = spendingIn(spending, month);
  // No project has an empty id, so no project's limit applies to work without a project.
  const project = projectId ?? '';
  const scopes: [BudgetScope, number][] = [
    ['person', total],
    [{ projectId: project }, projects[project] ?? 0],
  ];
  return scopes.flatMap(([scope, spent]) => {
    const budget = findBudget(budgets, scope);
    if (!budget) return [];
    const spentUnits = spent + units;
    if (spentUnits > budget.monthlyUnits) throw reached(scope, units, spent, budget.monthlyUnits);
    if (budget.neared === month || spentUnits < budget.monthlyUnits * BUDGET_NOTICE_SHARE) return [];
    const { monthlyUnits } = budget;
    return [{ type: 'ZapBudgetNeared', data: { scope, month, monthlyUnits, spentUnits, postings: [] } }];
  });
}

function reached(scope: BudgetScope, units: number, spent: number, limit: number): DomainError {
  const [whose, where, link] =
    scope === 'person'
      ? ['your monthly budget', 'on the Zaps page', '/credits#budget']
      : [
          'the monthly budget of this project',
          'in the project’s Settings',
          `/?project=${scope.projectId}&tab=settings#budget`,
        ];
  const left = Math.max(0, limit - spent);
  const [need, remaining, of] = [units, left, limit].map(toZaps);
  return new DomainError(
    'budget_reached',
    `This needs ${need} ${need === 1 ? 'zap' : 'zaps'}, and ${whose} has ${remaining} of ${of} zaps left. You can change it ${where}.`,
    link,
  );
}
