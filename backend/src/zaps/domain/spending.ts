/** What was spent in the newest month (YYYY-MM, UTC), with what is reserved; ledger units. */
export interface Spending {
  month: string;
  units: number;
  projects: Readonly<Record<string, number>>;
}

export const NO_SPENDING: Spending = { month: '', units: 0, projects: {} };

export const monthOf = (instant: string): string => instant.slice(0, 7);

/**
 * Zaps count in the month that they were reserved in, and come back to that month: what is given back later changes no
 * newer one.
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
