import { formatAmount, formatDollars } from '../../domains/zaps/format';
import { USAGE_SHOWN, useUsageEvents } from '../../domains/zaps/queries';
import { CostTable, ListState, Moment, readable, TableFrame } from './CostTable';

const DECIMALS = 4;

export function UsageTab() {
  const { data, isPending, isError, refetch } = useUsageEvents();
  const newest = [...(data ?? [])].sort((a, b) => b.createdAt.localeCompare(a.createdAt)).slice(0, USAGE_SHOWN);
  return (
    <ListState
      isPending={isPending}
      isError={isError}
      isEmpty={newest.length === 0}
      empty={{ title: 'No usage yet', line: 'Each generation that you pay for will be listed here.' }}
      retry={refetch}
    >
      <TableFrame>
        <CostTable label="Usage" words={['Operation', 'Model', 'Date']} amounts={['Zaps', 'Dollars']}>
          {newest.map((event) => (
            <tr key={event.id}>
              <td>
                {readable(event.operation)} <span className="quiet">· {event.provider}</span>
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
    </ListState>
  );
}
