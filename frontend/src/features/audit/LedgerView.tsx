import { LEDGER_KINDS, ledgerFilterSchema } from '@storyreel/contracts';
import type { LedgerFilter, LedgerLine, LedgerTotals } from '@storyreel/contracts';
import { ChevronDown, ChevronUp, Download, X } from 'lucide-react';
import { useState } from 'react';
import {
  awaited,
  Button,
  ButtonAnchor,
  Card,
  DataTable,
  Field,
  Figures,
  ListState,
  Moment,
  Row,
  Select,
  Stack,
  Unreadable,
} from '../../ui';
import type { Column } from '../../ui';
import { formatCount, formatUsd, formatZaps, isCostKnown } from '../zaps/format';
import { ChargeLink } from './ChargeDialog';
import { boundsIn, FilterGrid, FilterInput, PeriodPicker, readPeriod } from './Filters';
import { marginFigures, NO_MARGIN } from './margin';
import { useShownZone } from '../../platform/time/zone';
import type { Zone } from '../../platform/time/zone';
import { MoreRows } from './MoreRows';
import { useAuditAddress } from './address';
import type { AuditSearch } from './address';
import { exportAddress, useLedger, useLedgerTotals } from './api';
import { KIND_WORDS, makersOf, personOf, projectName } from './words';

/** The filter's free-text fields. */
export const TYPED = ['user', 'projectId', 'provider', 'model', 'jobId', 'priceVersion'] as const;
type TypedField = (typeof TYPED)[number];

interface ReadFilter {
  /** The valid part of the address. */
  filter: LedgerFilter;
  /** The invalid fields with reasons; the filter ignores them. */
  faults: Partial<Record<TypedField, string>>;
}

/** Reads the filter from the address. An invalid field is reported beside it, and all other fields still apply. */
function readFilter(search: AuditSearch, zone: Zone): ReadFilter {
  const { from, to } = boundsIn(search, zone);
  const filter: LedgerFilter = { from, to, kind: LEDGER_KINDS.find((kind) => kind === search.kind) };
  const faults: ReadFilter['faults'] = {};
  for (const field of TYPED) {
    const typed = search[field]?.trim();
    if (!typed) continue;
    if (ledgerFilterSchema.shape[field].safeParse(typed).success) filter[field] = typed;
    else faults[field] = field.endsWith('Id') ? 'That is not an ID.' : 'That is too long.';
  }
  return { filter, faults };
}

const isFiltered = (filter: LedgerFilter): boolean => Object.values(filter).some((value) => value !== undefined);

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

/** The ledger's filter, whose whole state is in the address. */
function LedgerFilters({ filter, faults }: ReadFilter) {
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

/** Shows sums over all entries that match the filter, not only the listed ones. */
function LedgerSums({ filter }: { filter: LedgerFilter }) {
  const { data: totals, isError, refetch } = useLedgerTotals(filter);
  if (isError && !totals) return <Unreadable level={2} what="the totals" retry={refetch} />;
  const figures = totals ? figuresOf(totals) : AWAITED;
  return (
    <Card aria-busy={totals ? undefined : 'true'} aria-label="Totals">
      <Figures label="Totals of this filter, in zaps and dollars" figures={figures} />
    </Card>
  );
}

const figuresOf = (totals: LedgerTotals) => [
  {
    label: 'Entries',
    value: formatCount(totals.entries),
    note: `of ${formatCount(totals.wallets)} ${totals.wallets === 1 ? 'wallet' : 'wallets'}`,
  },
  { label: 'Granted', value: formatZaps(totals.granted) },
  { label: 'Purchased', value: formatZaps(totals.purchased), note: `${formatUsd(totals.purchasedUsd)} paid` },
  ...(totals.reversed > 0 || totals.reversedUsd > 0
    ? [
        {
          label: 'Reversed',
          value: formatZaps(totals.reversed),
          note: `${formatUsd(totals.reversedUsd)} returned`,
        },
      ]
    : []),
  { label: 'Reserved', value: formatZaps(totals.reserved) },
  { label: 'Settled', value: formatZaps(totals.spent) },
  { label: 'Released', value: formatZaps(totals.released) },
  { label: 'Returned', value: formatZaps(totals.returned) },
  { label: 'Refunded', value: formatZaps(totals.refunded) },
  ...marginFigures(totals.margin),
  { label: 'Price versions', value: totals.priceVersions.length, note: totals.priceVersions.join(', ') },
];

const AWAITED = awaited(
  figuresOf({
    entries: 0,
    wallets: 0,
    granted: 0,
    purchased: 0,
    purchasedUsd: 0,
    reversed: 0,
    reversedUsd: 0,
    reserved: 0,
    spent: 0,
    released: 0,
    refunded: 0,
    returned: 0,
    margin: NO_MARGIN,
    priceVersions: ['1'],
  }),
);

const signed = (amount: number): string => (amount > 0 ? `+${formatZaps(amount)}` : formatZaps(amount));
const quietZero = (amount: number) => (amount === 0 ? '' : signed(amount));

/** Shows an entry's amounts with the names of their accounts, in layouts with a single column for amounts. */
function Changes({ line: { available, held, revenue } }: { line: LedgerLine }) {
  const parts = [
    { amount: available, name: 'available' },
    { amount: held, name: 'held' },
    { amount: revenue, name: 'earned' },
  ].filter(({ amount }) => amount !== 0);
  return parts.map(({ amount, name }) => (
    <div key={name}>
      {signed(amount)} <small>{name}</small>
    </div>
  ));
}

/** Shows a ledger entry with a link to its charge. */
function Entry({ line }: { line: LedgerLine }) {
  const { kind, holdId, description, reason, user, model } = line;
  const makers = makersOf(line);
  return (
    <>
      {holdId === null ? KIND_WORDS[kind] : <ChargeLink holdId={holdId}>{KIND_WORDS[kind]}</ChargeLink>}
      <small>{[description, model].filter(Boolean).join(' · ')}</small>
      {reason && <small>{reason}</small>}
      {makers && <small>{makers}</small>}
      <small className="narrow">{personOf(user)}</small>
    </>
  );
}

const dollarsIn = ({ provider, usd }: LedgerLine): string | null =>
  usd === null ? null : isCostKnown({ provider, usd }) ? formatUsd(usd) : 'Not known';

const COLUMNS: Column<LedgerLine>[] = [
  { head: 'When', cell: ({ at }) => <Moment at={at} />, quiet: true },
  { head: 'Entry', cell: (line) => <Entry line={line} /> },
  { head: 'Person', cell: ({ user }) => personOf(user), only: 'wide' },
  { head: 'Project', cell: ({ project }) => project && projectName(project), only: 'wide', quiet: true },
  { head: 'Available', cell: ({ available }) => quietZero(available), amount: true, only: 'wide' },
  { head: 'Held', cell: ({ held }) => quietZero(held), amount: true, only: 'wide' },
  { head: 'Earned', cell: ({ revenue }) => quietZero(revenue), amount: true, only: 'wide' },
  { head: 'Dollars', cell: dollarsIn, amount: true, only: 'wide' },
  { head: 'Zaps', cell: (line) => <Changes line={line} />, amount: true, only: 'narrow' },
];

/** Lists the entries of all wallets that match the filter, newest first. */
export function LedgerView() {
  const { search } = useAuditAddress();
  const read = readFilter(search, useShownZone());
  const { filter } = read;
  const list = useLedger(filter);
  const { data: totals } = useLedgerTotals(filter);
  return (
    <Stack gap={5}>
      <LedgerFilters {...read} />
      <LedgerSums filter={filter} />
      <Row gap={2}>
        <ButtonAnchor href={exportAddress(filter, 'csv')} download data-variant="secondary">
          <Download size={16} aria-hidden />
          Export CSV
        </ButtonAnchor>
        <ButtonAnchor href={exportAddress(filter, 'jsonl')} download data-variant="secondary">
          <Download size={16} aria-hidden />
          Export JSON Lines
        </ButtonAnchor>
      </Row>
      <ListState
        level={2}
        what="the ledger"
        isPending={list.isPending}
        isError={list.isLoadingError}
        isEmpty={list.data?.length === 0}
        empty={
          isFiltered(filter)
            ? { title: 'No entries match', line: 'Remove a filter to see more.' }
            : { title: 'No entries yet', line: 'Every grant, purchase and charge will be listed here.' }
        }
        retry={list.refetch}
      >
        <Stack
          gap={3}
          style={{ opacity: list.isPlaceholderData ? 0.6 : 1 }}
          aria-busy={list.isPlaceholderData || undefined}
        >
          <DataTable label="Ledger" columns={COLUMNS} rows={list.data ?? []} keyOf={({ id }) => id} />
          <MoreRows shown={list.data?.length ?? 0} total={totals?.entries} one="entry" many="entries" list={list} />
        </Stack>
      </ListState>
    </Stack>
  );
}
