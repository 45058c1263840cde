import type { Transaction } from '@storyreel/contracts';
import { type Column, DataTable, ListState, Moment, ShowMore, Stack } from '../../ui';
import { formatZaps } from '../../domains/zaps/format';
import { useTransactions } from '../../domains/zaps/queries';
import { WhyCharged } from './WhyCharged';

const signed = (amount: number): string => (amount > 0 ? `+${formatZaps(amount)}` : formatZaps(amount));

/** On phones the date stands below the description: beside it, it would take three lines. */
const COLUMNS: readonly Column<Transaction>[] = [
  {
    head: 'Description',
    cell: ({ holdId, description, createdAt }) => (
      <>
        <WhyCharged holdId={holdId}>{description}</WhyCharged>
        <small className="narrow">
          <Moment at={createdAt} />
        </small>
      </>
    ),
  },
  { head: 'Date', cell: ({ createdAt }) => <Moment at={createdAt} />, only: 'wide', quiet: true },
  {
    head: 'Zaps',
    cell: ({ amount }) => <span className={amount > 0 ? 'gain' : undefined}>{signed(amount)}</span>,
    amount: true,
  },
];

export function TransactionsTab() {
  const list = useTransactions();
  const { data, isPending, isLoadingError, refetch } = list;
  return (
    <ListState
      isPending={isPending}
      isError={isLoadingError}
      isEmpty={data?.length === 0}
      empty={{ title: 'No transactions yet', line: 'Purchases and spending will appear here.' }}
      retry={refetch}
    >
      <Stack gap={4}>
        <DataTable label="Transactions" columns={COLUMNS} rows={data ?? []} keyOf={({ id }) => id} />
        <ShowMore list={list} />
      </Stack>
    </ListState>
  );
}
