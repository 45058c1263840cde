import type { ReconciliationSummary } from '@storyreel/contracts';
import { readable } from '../../domains/zaps/format';
import { Badge, type Column, DataTable, ListState, Moment, Stack, TextButton, TitledCard } from '../../ui';
import { MoreRows } from './MoreRows';
import { useReconciliations } from './reconciliations';
import { useAuditAddress } from './useAuditAddress';

export const differencesIn = ({ unknownToUs, unknownToThem, otherCost }: ReconciliationSummary): number =>
  unknownToUs + unknownToThem + otherCost;

/** What was compared before, newest first. */
export function ReconciliationList() {
  const { change } = useAuditAddress();
  const list = useReconciliations();
  const columns: Column<ReconciliationSummary>[] = [
    {
      head: 'Days (UTC)',
      cell: ({ id, from, to }) => (
        <TextButton type="button" onClick={() => change({ report: id })}>
          {from} to {to}
        </TextButton>
      ),
    },
    { head: 'Provider', cell: ({ provider }) => readable(provider), only: 'wide' },
    {
      head: 'Source',
      cell: ({ source }) => (source === 'statement' ? 'Statement' : 'Provider’s list'),
      only: 'wide',
      quiet: true,
    },
    { head: 'Compared', cell: ({ at }) => <Moment at={at} />, only: 'wide', quiet: true },
    {
      head: 'Result',
      cell: (report) => {
        const differences = differencesIn(report);
        return differences === 0 ? (
          <Badge tone="positive">Agrees</Badge>
        ) : (
          <Badge tone="warning">{differences === 1 ? '1 difference' : `${differences} differences`}</Badge>
        );
      },
    },
  ];
  return (
    <TitledCard title="Earlier comparisons">
      <ListState
        what="the list"
        isPending={list.isPending}
        isError={list.isLoadingError}
        isEmpty={list.data?.length === 0}
        empty={{ title: 'No comparisons yet', line: 'Each comparison is kept here with its findings.' }}
        retry={list.refetch}
      >
        <Stack gap={3}>
          <DataTable label="Earlier comparisons" columns={columns} rows={list.data ?? []} keyOf={({ id }) => id} />
          <MoreRows shown={list.data?.length ?? 0} one="comparison" many="comparisons" list={list} />
        </Stack>
      </ListState>
    </TitledCard>
  );
}
