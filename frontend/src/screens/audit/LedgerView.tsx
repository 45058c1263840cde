import type { LedgerLine } from '@storyreel/contracts';
import { Download } from 'lucide-react';
import { exportAddress } from '../../domains/audit/keys';
import { useLedger, useLedgerTotals } from '../../domains/audit/queries';
import { KIND_WORDS, personOf, projectName } from '../../domains/audit/words';
import { formatUsd, formatZaps } from '../../domains/zaps/format';
import { isCostKnown } from '../../domains/zaps/provider-cost';
import { ButtonAnchor, type Column, DataTable, ListState, Moment, Row, Stack } from '../../ui';
import { ChargeLink } from './ChargeLink';
import { isFiltered, readFilter } from './ledger-filter';
import { LedgerFilters } from './LedgerFilters';
import { LedgerSums } from './LedgerSums';
import { MoreRows } from './MoreRows';
import { useAuditAddress } from './useAuditAddress';

const signed = (amount: number): string => (amount > 0 ? `+${formatZaps(amount)}` : formatZaps(amount));
const quietZero = (amount: number) => (amount === 0 ? '' : signed(amount));

/** The amounts of an entry with the names of its accounts, where there is one column for all. */
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

/** One entry, which leads to the charge that it belongs to. */
function Entry({ line: { kind, holdId, description, reason, user, model } }: { line: LedgerLine }) {
  return (
    <>
      {holdId === null ? KIND_WORDS[kind] : <ChargeLink holdId={holdId}>{KIND_WORDS[kind]}</ChargeLink>}
      <small>{[description, model].filter(Boolean).join(' · ')}</small>
      {reason && <small>{reason}</small>}
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

/** Every entry of every wallet, newest first, as far as the filter lets it through. */
export function LedgerView() {
  const { search } = useAuditAddress();
  const read = readFilter(search);
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
