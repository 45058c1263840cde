import type { Period } from '@storyreel/contracts';
import { addMonths, type Day, monthOf } from '../../platform/days';
import { lastDays } from '../../platform/last-days';

/** Days are those of UTC, as in the ledger; `to` is the first day that does not count. */
export interface DayPeriod {
  from: Day | undefined;
  to: Day | undefined;
}
export const PRESETS = ['all', 'this-month', 'last-month', 'last-7', 'last-30', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];
export const PRESET_WORDS: Record<Preset, string> = {
  all: 'All time',
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-7': 'Last 7 days',
  'last-30': 'Last 30 days',
  custom: 'From … to …',
};

const firstOf = (day: Day): Day => `${monthOf(day)}-01`;

export function periodOf(preset: Preset, today: Day): DayPeriod {
  switch (preset) {
    case 'this-month':
      return { from: firstOf(today), to: addMonths(firstOf(today), 1) };
    case 'last-month':
      return { from: addMonths(firstOf(today), -1), to: firstOf(today) };
    case 'last-7':
      return lastDays(today, 7);
    case 'last-30':
    case 'custom':
      return lastDays(today, 30);
    case 'all':
      return { from: undefined, to: undefined };
  }
}

/** The preset that a period is; 'custom' for any other. */
export function presetOf({ from, to }: DayPeriod, today: Day): Preset {
  const same = (preset: Preset): boolean => {
    const known = periodOf(preset, today);
    return known.from === from && known.to === to;
  };
  return PRESETS.find((preset) => preset !== 'custom' && same(preset)) ?? 'custom';
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (text: string | undefined): Day | undefined =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** What the address says; anything but a day is as good as nothing. */
export const readPeriod = (search: Period): DayPeriod => ({ from: dayIn(search.from), to: dayIn(search.to) });
