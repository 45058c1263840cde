import type { UsageEvent } from '@storyreel/contracts';
import { type Column, DataTable, ListState, Moment, ShowMore, Stack } from '../../ui';
import { formatAmount, formatDollars, readable } from '../../domains/zaps/format';
import { useUsageEvents } from '../../domains/zaps/queries';
import { WhyCharged } from './WhyCharged';
import { YourSpending, YourSpendingByKind } from './YourSpending';

const DECIMALS = 4;

/** On phones the model and the date stand below the operation: five columns would break their words into letters. */
const COLUMNS: readonly Column<UsageEvent>[] = [
  {
    head: 'Operation',
    cell: ({ holdId, operation, provider, model, createdAt }) => (
      <>
        <WhyCharged holdId={holdId}>{readable(operation)}</WhyCharged> <span className="quiet">· {provider}</span>
        <small className="narrow">
          {model} · <Moment at={createdAt} />
        </small>
      </>
    ),
  },
  { head: 'Model', cell: ({ model }) => model, only: 'wide', quiet: true },
  { head: 'Date', cell: ({ createdAt }) => <Moment at={createdAt} />, only: 'wide', quiet: true },
  { head: 'Zaps', cell: ({ computedCostZaps }) => formatAmount(computedCostZaps, DECIMALS), amount: true },
  { head: 'Dollars', cell: ({ computedCostZaps }) => formatDollars(computedCostZaps, DECIMALS), amount: true },
];

export function UsageTab() {
  const list = useUsageEvents();
  const { data, isPending, isLoadingError, refetch } = list;
  return (
    <ListState
      isPending={isPending}
      isError={isLoadingError}
      isEmpty={data?.length === 0}
      empty={{ title: 'No usage yet', line: 'Paid generations will appear here.' }}
      retry={refetch}
    >
      <Stack gap={4}>
        <YourSpending />
        <DataTable label="Usage" columns={COLUMNS} rows={data ?? []} keyOf={({ id }) => id} />
        <ShowMore list={list} />
        <YourSpendingByKind />
      </Stack>
    </ListState>
  );
}
