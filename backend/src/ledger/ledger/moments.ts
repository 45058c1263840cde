const MIDNIGHT = 'T00:00:00.000Z';

/** Returns the instant of a moment; a day stands for its midnight (UTC). */
export const instantOf = (moment: string): string =>
  /^\d{4}-\d{2}-\d{2}$/.test(moment) ? moment + MIDNIGHT : new Date(moment).toISOString();

export const hourOf = (instant: string): string => instant.slice(0, 13);
export const dayOf = (instant: string): string => instant.slice(0, 10);
const isMidnight = (instant: string): boolean => instant.endsWith(MIDNIGHT);
const midnight = (instant: string): string => dayOf(instant) + MIDNIGHT;
const nextMidnight = (instant: string): string => new Date(Date.parse(midnight(instant)) + 86_400_000).toISOString();

export interface Span {
  from?: string;
  to?: string;
}

/** Splits a period into its whole days and the partial days at its ends; the day `to` itself is excluded. */
export function wholeDays({ from, to }: Span): { days: Span | null; edges: Required<Span>[] } {
  const edges: Required<Span>[] = [];
  let [first, last] = [from, to];
  if (from !== undefined && !isMidnight(from)) {
    first = nextMidnight(from);
    if (to !== undefined && to <= first) return { days: null, edges: from < to ? [{ from, to }] : [] };
    edges.push({ from, to: first });
  }
  if (to !== undefined && !isMidnight(to)) {
    last = midnight(to);
    edges.push({ from: last, to });
  }
  if (first !== undefined && last !== undefined && first >= last)
    return { days: null, edges: first === last ? edges : [] };
  const days = { ...(first && { from: dayOf(first) }), ...(last && { to: dayOf(last) }) };
  return { days, edges };
}
