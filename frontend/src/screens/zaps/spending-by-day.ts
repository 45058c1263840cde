import type { Transaction } from '@storyreel/contracts';

export interface DaySpending {
  /** Start of the day in the visitor's own zone. */
  day: Date;
  /** Zaps, positive. */
  zaps: number;
}

/** What was spent on each of the last days, oldest first, the day of `now` last. */
export function spendingByDay(transactions: readonly Transaction[], now: Date, days: number): DaySpending[] {
  const starts = Array.from(
    { length: days },
    (_, index) => new Date(now.getFullYear(), now.getMonth(), now.getDate() - (days - 1 - index)),
  );
  const spent = new Map(starts.map((day) => [day.getTime(), 0]));
  for (const { amount, createdAt } of transactions) {
    if (amount >= 0) continue;
    const at = new Date(createdAt);
    const start = new Date(at.getFullYear(), at.getMonth(), at.getDate()).getTime();
    const before = spent.get(start);
    if (before !== undefined) spent.set(start, before - amount);
  }
  return starts.map((day) => ({ day, zaps: spent.get(day.getTime()) ?? 0 }));
}

/** Whether a list that ends with this moment, the newest first, has all of the last `days` days. */
export const coversDays = (oldest: string, now: Date, days: number): boolean =>
  now.getTime() - Date.parse(oldest) >= days * DAY_MS;

const DAY_MS = 24 * 60 * 60 * 1000;
