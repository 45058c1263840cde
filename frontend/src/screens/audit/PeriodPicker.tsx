import { addDays } from '../../platform/days';
import { todayUtc } from '../../platform/last-days';
import { DatePicker, Field, Select } from '../../ui';
import { type DayPeriod, periodOf, PRESET_WORDS, type Preset, PRESETS, presetOf } from './periods';
import { useState } from 'react';

interface PeriodPickerProps {
  period: DayPeriod;
  onChange: (period: DayPeriod) => void;
}

/** A period by its name, or by its first and its last day. */
export function PeriodPicker({ period, onChange }: PeriodPickerProps) {
  const [wantsDays, setWantsDays] = useState(false);
  const known = presetOf(period, todayUtc());
  const preset = wantsDays ? 'custom' : known;
  function choose(chosen: Preset): void {
    setWantsDays(chosen === 'custom');
    if (chosen !== 'custom' || known === 'all') onChange(periodOf(chosen, todayUtc()));
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
          <Field label="First day (UTC)">
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
          <Field label="Last day (UTC)">
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
