import styled from '@emotion/styled';
import type { RunCounts } from '@storyreel/contracts';
import { ChevronDown, ChevronUp } from 'lucide-react';
import { useState } from 'react';
import type { RunFilters as Filters } from './api';
import { KIND_WORDS, STATE_WORDS } from './words';
import { fieldOfInstant, instantOfField, todayIn, useShownZone } from '../../platform/time/zone';
import type { Zone } from '../../platform/time/zone';
import { periodOf } from '../audit/Filters';
import type { Preset } from '../audit/Filters';
import { Button, Field, Input, Row, Select, space, Stack, ToggleGroup } from '../../ui';

const Grid = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fill, minmax(min(220px, 100%), 1fr));
  align-items: end;
  gap: ${space(3)};
`;
const ANY = 'any';
const KINDS = [
  { value: ANY, label: 'Any kind' },
  ...Object.entries(KIND_WORDS).map(([value, label]) => ({ value, label })),
];
const WORDS = [
  ['find', 'Find', 'Any ID, e-mail or amount'],
  ['user', 'Creator', 'Part of the e-mail address'],
  ['error', 'Error contains', undefined],
] as const;
const MORE_WORDS = [
  ['provider', 'Provider', undefined],
  ['model', 'Model', undefined],
  ['projectId', 'Project ID', undefined],
] as const;
const TIMES = [
  ['from', 'From'],
  ['to', 'Until'],
] as const;
const PRESET_BUTTONS: Partial<Record<Preset, string>> = {
  today: 'Today',
  yesterday: 'Yesterday',
  'this-month': 'This Month',
};
const PRESETS: readonly Preset[] = ['today', 'yesterday', 'this-month'];
/** Returns a preset period as two instants, as the address stores it. */
function boundsOf(preset: Preset, zone: Zone): Pick<Filters, 'from' | 'to'> {
  const { from, to } = periodOf(preset, todayIn(zone));
  const instantOf = (day: string | undefined) => day && instantOfField(`${day}T00:00`, zone);
  return { from: instantOf(from), to: instantOf(to) };
}

const isSame = (a: Filters, b: Filters): boolean => JSON.stringify(a) === JSON.stringify(b);

interface RunFiltersProps {
  filters: Filters;
  counts: RunCounts | undefined;
  onChange: (filters: Filters) => void;
}

/** Filters for the list of runs. Typed filters take effect on submit, states and kinds at once. */
export function RunFilters({ filters, counts, onChange }: RunFiltersProps) {
  const [typed, setTyped] = useState(filters);
  const [shown, setShown] = useState(filters);
  // When Back or a link changes the filters, the typed values are replaced. The fields stay mounted, so they keep the
  // focus.
  if (!isSame(shown, filters)) {
    setShown(filters);
    setTyped(filters);
  }
  const used = [...MORE_WORDS, ...TIMES].filter(([name]) => filters[name] !== undefined).length;
  const [open, setOpen] = useState(used > 0);
  const zone = useShownZone();
  const change = (name: keyof Filters, value: string | undefined) =>
    setTyped({ ...typed, [name]: value?.trim() === '' ? undefined : value });
  const send = (more: Filters = {}) =>
    onChange({ ...typed, state: filters.state, kind: filters.kind, errorGroup: filters.errorGroup, ...more });
  const countOf = (state: keyof RunCounts) => (counts ? ` (${counts[state]})` : '');
  const states = Object.entries(STATE_WORDS) as [keyof RunCounts, string][];
  return (
    <form
      aria-label="Filter"
      onSubmit={(event) => {
        event.preventDefault();
        send();
      }}
    >
      <Stack gap={4}>
        <ToggleGroup
          ariaLabel="State"
          value={filters.state ?? ANY}
          onValueChange={(state) => send({ state: state === ANY ? undefined : state })}
          options={[
            { value: ANY, label: 'All' },
            ...states.map(([value, word]) => ({ value, label: `${word}${countOf(value)}` })),
          ]}
        />
        <Grid>
          <Field label="Kind">
            {(ids) => (
              <Select
                {...ids}
                value={filters.kind ?? ANY}
                onValueChange={(kind) => send({ kind: kind === ANY ? undefined : kind })}
                options={KINDS}
              />
            )}
          </Field>
          {[...WORDS, ...(open ? MORE_WORDS : [])].map(([name, label, placeholder]) => (
            <Field key={name} label={label}>
              {(ids) => (
                <Input
                  {...ids}
                  placeholder={placeholder}
                  value={typed[name] ?? ''}
                  onChange={(event) => change(name, event.target.value)}
                />
              )}
            </Field>
          ))}
          {open &&
            TIMES.map(([name, label]) => (
              <Field key={name} label={label}>
                {(ids) => (
                  <Input
                    {...ids}
                    type="datetime-local"
                    value={fieldOfInstant(typed[name], zone)}
                    onChange={(event) => change(name, instantOfField(event.target.value, zone))}
                  />
                )}
              </Field>
            ))}
        </Grid>
        {filters.errorGroup !== undefined && (
          <Row gap={2}>
            <span>Only failed with: {filters.errorGroup}</span>
            <Button size="small" variant="ghost" onClick={() => send({ errorGroup: undefined })}>
              Show All
            </Button>
          </Row>
        )}
        <Row gap={2}>
          <Button type="submit">Filter</Button>
          {PRESETS.map((preset) => (
            <Button key={preset} variant="ghost" onClick={() => send(boundsOf(preset, zone))}>
              {PRESET_BUTTONS[preset]}
            </Button>
          ))}
          <Button
            variant="ghost"
            aria-expanded={open}
            icon={open ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Fewer Filters' : used > 0 ? `More Filters (${used})` : 'More Filters'}
          </Button>
          <Button
            variant="ghost"
            onClick={() => {
              setTyped({});
              onChange({});
            }}
          >
            Clear
          </Button>
        </Row>
      </Stack>
    </form>
  );
}
