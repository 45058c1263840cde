import { Button, ListState, Moment, TableFrame } from '../../ui';
import { formatZaps } from '../../domains/zaps/format';
import { useTransactions } from '../../domains/zaps/queries';
import { CostTable } from './CostTable';
import { WhyCharged } from './WhyCharged';

const signed = (amount: number): string => (amount > 0 ? `+${formatZaps(amount)}` : formatZaps(amount));

export function TransactionsTab() {
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useTransactions();
  return (
    <ListState
      isPending={isPending}
      isError={isError}
      isEmpty={data?.length === 0}
      empty={{ title: 'No transactions yet', line: 'Purchases and spending will appear here.' }}
      retry={refetch}
    >
      <TableFrame>
        <CostTable label="Transactions" words={['Description', 'Date']} amounts={['Zaps']}>
          {data?.map(({ id, description, amount, createdAt, holdId }) => (
            <tr key={id}>
              <td>
                <WhyCharged holdId={holdId}>{description}</WhyCharged>
              </td>
              <td className="quiet">
                <Moment at={createdAt} />
              </td>
              <td className={amount > 0 ? 'amount gain' : 'amount'}>{signed(amount)}</td>
            </tr>
          ))}
        </CostTable>
      </TableFrame>
      {hasNextPage && (
        <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
          Show More
        </Button>
      )}
    </ListState>
  );
}
