import type { Period, SpendingRow } from '@storyreel/contracts';
import { addDays, addMonths, type Day, monthOf, utcNoon } from '../../platform/days';
import type { ChartColumn } from '../../ui';
import { zapsInWords } from '../zaps/format';

/** More columns than this are months. */
const MOST_DAYS = 93;
const dayName = new Intl.DateTimeFormat(undefined, {
  day: 'numeric',
  month: 'short',
  year: 'numeric',
  timeZone: 'UTC',
});
const monthName = new Intl.DateTimeFormat(undefined, { month: 'short', year: 'numeric', timeZone: 'UTC' });

const exact = (zaps: number): number => Math.round(zaps * 10_000) / 10_000;

/** What was spent on each day of a period, days without anything included; of a long one, in each month. */
export function columnsOf(rows: readonly Pick<SpendingRow, 'key' | 'zaps'>[], { from, to }: Period): ChartColumn[] {
  const days = rows.map(({ key }) => key).sort();
  const first: Day | undefined = from?.slice(0, 10) ?? days[0];
  const last: Day | undefined = to === undefined ? days.at(-1) : addDays(to.slice(0, 10), -1);
  if (first === undefined || last === undefined || first > last) return [];
  const byMonth = addDays(first, MOST_DAYS) <= last;
  const stepOf = (day: Day): Day => (byMonth ? `${monthOf(day)}-01` : day);
  const sums = new Map<Day, number>();
  for (let step = stepOf(first); step <= last; step = byMonth ? addMonths(step, 1) : addDays(step, 1))
    sums.set(step, 0);
  for (const { key, zaps } of rows) {
    const step = stepOf(key);
    if (sums.has(step)) sums.set(step, (sums.get(step) ?? 0) + zaps);
  }
  return [...sums].map(([step, zaps]) => ({
    key: step,
    label: (byMonth ? monthName : dayName).format(utcNoon(step)),
    value: exact(zaps),
    shown: zapsInWords(exact(zaps)),
  }));
}
