import styled from '@emotion/styled';
import type { Period } from '@storyreel/contracts';
import { useState } from 'react';
import { isForInputMethod } from '../../platform/input-method';
import { addDays, addMonths, lastDays, monthOf } from '../../platform/time/days';
import type { Day } from '../../platform/time/days';
import { startOf, todayIn, useShownZone } from '../../platform/time/zone';
import type { Zone } from '../../platform/time/zone';
import { DatePicker, Field, Input, Select, space } from '../../ui';

/** Days in the displayed time zone; `to` is exclusive. */
interface DayPeriod {
  from: Day | undefined;
  to: Day | undefined;
}
const PRESETS = ['all', 'today', 'yesterday', 'this-month', 'last-month', 'last-7', 'last-30', 'custom'] as const;
export type Preset = (typeof PRESETS)[number];
const PRESET_WORDS: Record<Preset, string> = {
  all: 'All time',
  today: 'Today',
  yesterday: 'Yesterday',
  'this-month': 'This month',
  'last-month': 'Last month',
  'last-7': 'Last 7 days',
  'last-30': 'Last 30 days',
  custom: 'From … to …',
};

const firstOf = (day: Day): Day => `${monthOf(day)}-01`;

export function periodOf(preset: Preset, today: Day): DayPeriod {
  switch (preset) {
    case 'today':
      return lastDays(today, 1);
    case 'yesterday':
      return lastDays(addDays(today, -1), 1);
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

/** Returns the preset that matches a period, or 'custom'. */
function presetOf({ from, to }: DayPeriod, today: Day): Preset {
  const same = (preset: Preset): boolean => {
    const known = periodOf(preset, today);
    return known.from === from && known.to === to;
  };
  return PRESETS.find((preset) => preset !== 'custom' && same(preset)) ?? 'custom';
}

const DAY = /^\d{4}-\d{2}-\d{2}$/;
const dayIn = (text: string | undefined): Day | undefined =>
  text !== undefined && DAY.test(text) && !Number.isNaN(Date.parse(text)) ? text : undefined;

/** Reads the period from the address; ignores anything that is not a day. */
export const readPeriod = (search: Period): DayPeriod => ({ from: dayIn(search.from), to: dayIn(search.to) });

/** Converts a period of days in a time zone to the instants by which the server filters. */
export function boundsIn(search: Period, zone: Zone): Period {
  const { from, to } = readPeriod(search);
  return { from: from && startOf(from, zone), to: to && startOf(to, zone) };
}

interface PeriodPickerProps {
  period: DayPeriod;
  onChange: (period: DayPeriod) => void;
}

/** Lets the user pick a period by a preset, or by its first and last day. */
export function PeriodPicker({ period, onChange }: PeriodPickerProps) {
  const [wantsDays, setWantsDays] = useState(false);
  const zone = useShownZone();
  const today = todayIn(zone);
  const label = (words: string): string => (zone === 'utc' ? `${words} (UTC)` : words);
  const known = presetOf(period, today);
  const preset = wantsDays ? 'custom' : known;
  function choose(chosen: Preset): void {
    setWantsDays(chosen === 'custom');
    if (chosen !== 'custom' || known === 'all') onChange(periodOf(chosen, today));
  }
  return (
    <>
      <Field label="Period">
        {(ids) => (
          <Select
            {...ids}
            value={preset}
            onValueChange={choose}
            options={PRESETS.map((value) => ({ value, label: PRESET_WORDS[value] }))}
          />
        )}
      </Field>
      {preset === 'custom' && (
        <>
          <Field label={label('First day')}>
            {(ids) => (
              <DatePicker
                {...ids}
                label="First day"
                value={period.from ?? ''}
                onValueChange={(from) =>
                  onChange({ from, to: period.to && period.to <= from ? addDays(from, 1) : period.to })
                }
              />
            )}
          </Field>
          <Field label={label('Last day')}>
            {(ids) => (
              <DatePicker
                {...ids}
                label="Last day"
                value={period.to ? addDays(period.to, -1) : ''}
                min={period.from}
                onValueChange={(day) => onChange({ from: period.from, to: addDays(day, 1) })}
              />
            )}
          </Field>
        </>
      )}
    </>
  );
}

interface FilterInputProps {
  label: string;
  value: string | undefined;
  placeholder?: string;
  error?: string;
  /** Called with the field's text on Enter or blur. */
  onCommit: (text: string | undefined) => void;
}

export function FilterInput({ label, value = '', placeholder, error, onCommit }: FilterInputProps) {
  const [draft, setDraft] = useState<string | null>(null);
  function commit(): void {
    setDraft(null);
    const typed = draft?.trim();
    if (typed !== undefined && typed !== value) onCommit(typed || undefined);
  }
  return (
    <Field label={label} error={error}>
      {(ids) => (
        <Input
          {...ids}
          type="search"
          value={draft ?? value}
          placeholder={placeholder}
          maxLength={300}
          spellCheck={false}
          autoComplete="off"
          onChange={(event) => setDraft(event.target.value)}
          onBlur={commit}
          onKeyDown={(event) => event.key === 'Enter' && !isForInputMethod(event) && commit()}
        />
      )}
    </Field>
  );
}

/** Lays fields out side by side, as many as fit. */
export const FilterGrid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 184px), 1fr));
  align-items: start;
  gap: ${space(4)};
`;
