import { Button, ListState, Moment, Stack, TableFrame } from '../../ui';
import { formatAmount, formatDollars, readable } from '../../domains/zaps/format';
import { useUsageEvents } from '../../domains/zaps/queries';
import { CostTable } from './CostTable';
import { WhyCharged } from './WhyCharged';
import { YourSpending, YourSpendingByKind } from './YourSpending';

const DECIMALS = 4;

export function UsageTab() {
  const { data, isPending, isError, refetch, hasNextPage, isFetchingNextPage, fetchNextPage } = useUsageEvents();
  return (
    <ListState
      isPending={isPending}
      isError={isError}
      isEmpty={data?.length === 0}
      empty={{ title: 'No usage yet', line: 'Paid generations will appear here.' }}
      retry={refetch}
    >
      <Stack gap={4}>
        <YourSpending />
        <TableFrame>
          <CostTable label="Usage" words={['Operation', 'Model', 'Date']} amounts={['Zaps', 'Dollars']}>
            {data?.map((event) => (
              <tr key={event.id}>
                <td>
                  <WhyCharged holdId={event.holdId}>{readable(event.operation)}</WhyCharged>{' '}
                  <span className="quiet">· {event.provider}</span>
                </td>
                <td className="quiet">{event.model}</td>
                <td className="quiet">
                  <Moment at={event.createdAt} />
                </td>
                <td className="amount">{formatAmount(event.computedCostZaps, DECIMALS)}</td>
                <td className="amount">{formatDollars(event.computedCostZaps, DECIMALS)}</td>
              </tr>
            ))}
          </CostTable>
        </TableFrame>
        {hasNextPage && (
          <Button loading={isFetchingNextPage} onClick={() => void fetchNextPage()}>
            Show more
          </Button>
        )}
        <YourSpendingByKind />
      </Stack>
    </ListState>
  );
}
