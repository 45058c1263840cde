import { LEDGER_KINDS } from '@storyreel/contracts';
import { ChevronDown, ChevronUp, X } from 'lucide-react';
import { useState } from 'react';
import { KIND_WORDS } from '../../domains/audit/words';
import { Button, Card, Field, Row, Select, Stack } from '../../ui';
import { FilterGrid } from './filter-grid';
import { FilterInput } from './FilterInput';
import { isFiltered, type ReadFilter, type TypedField } from './ledger-filter';
import { PeriodPicker } from './PeriodPicker';
import { readPeriod } from './periods';
import { useAuditAddress } from './useAuditAddress';

const MORE: readonly { field: TypedField; label: string }[] = [
  { field: 'projectId', label: 'Project ID' },
  { field: 'provider', label: 'Provider' },
  { field: 'model', label: 'Model' },
  { field: 'jobId', label: 'Run ID' },
  { field: 'priceVersion', label: 'Price version' },
];
const NOTHING = {
  from: undefined,
  to: undefined,
  user: undefined,
  kind: undefined,
  projectId: undefined,
  provider: undefined,
  model: undefined,
  jobId: undefined,
  priceVersion: undefined,
};
const ANY = 'any';

/** What of the ledger is shown; all of it is in the address. */
export function LedgerFilters({ filter, faults }: ReadFilter) {
  const { search, change } = useAuditAddress();
  const used = MORE.filter(({ field }) => search[field] !== undefined).length;
  const [open, setOpen] = useState(used > 0);
  const input = (field: TypedField, label: string, placeholder?: string) => (
    <FilterInput
      key={field}
      label={label}
      value={search[field]}
      placeholder={placeholder}
      error={faults[field]}
      onCommit={(text) => change({ [field]: text })}
    />
  );
  return (
    <Card aria-label="Filter">
      <Stack gap={4}>
        <FilterGrid>
          <PeriodPicker period={readPeriod(search)} onChange={change} />
          {input('user', 'Person', 'E-mail address or ID')}
          <Field label="Kind">
            {(ids) => (
              <Select
                {...ids}
                value={filter.kind ?? ANY}
                onValueChange={(kind) => change({ kind: kind === ANY ? undefined : kind })}
                options={[
                  { value: ANY, label: 'All kinds' },
                  ...LEDGER_KINDS.map((kind) => ({ value: kind, label: KIND_WORDS[kind] })),
                ]}
              />
            )}
          </Field>
          {open && MORE.map(({ field, label }) => input(field, label))}
        </FilterGrid>
        <Row gap={2}>
          <Button
            variant="ghost"
            size="small"
            aria-expanded={open}
            icon={open ? <ChevronUp size={16} aria-hidden /> : <ChevronDown size={16} aria-hidden />}
            onClick={() => setOpen(!open)}
          >
            {open ? 'Fewer Filters' : used > 0 ? `More Filters (${used})` : 'More Filters'}
          </Button>
          {(isFiltered(filter) || Object.keys(faults).length > 0) && (
            <Button variant="ghost" size="small" icon={<X size={16} aria-hidden />} onClick={() => change(NOTHING)}>
              Clear Filters
            </Button>
          )}
        </Row>
      </Stack>
    </Card>
  );
}
