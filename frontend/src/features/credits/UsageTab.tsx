import styled from '@emotion/styled';
import type { UsageEvent } from '@storyreel/contracts';
import { lastDays, todayUtc } from '../../platform/time/days';
import { DataTable, ListState, Moment, ShowMore, space, Stack } from '../../ui';
import type { Column } from '../../ui';
import { keptBars, SpendingBars, SpendingByDay, SpendingFigures } from '../audit/SpendingCharts';
import { useUsageEvents } from '../zaps/api';
import { formatAmount, formatDollars, readable } from '../zaps/format';
import { WhyCharged } from './TransactionsTab';

const DAYS = 30;
const Charts = styled.section`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
  align-items: start;
  gap: ${space(4)};
`;

/** Shows the user's recent spending, in total and by day. */
function YourSpending() {
  const period = lastDays(todayUtc(), DAYS);
  return (
    <Stack as="section" gap={4} aria-label="Where your zaps go">
      <SpendingFigures asker="creator" question={{ ...period, by: 'day' }} />
      <SpendingByDay asker="creator" title={`Where your zaps went, last ${DAYS} days`} period={period} />
    </Stack>
  );
}

/** Shows the user's recent spending by kind of work, model and project. */
function YourSpendingByKind() {
  const period = lastDays(todayUtc(), DAYS);
  return (
    <Charts aria-label="What your zaps were spent on">
      <SpendingBars asker="creator" title="By kind of work" question={{ ...period, by: 'kind' }} />
      <SpendingBars asker="creator" title="By model" question={{ ...period, by: 'model' }} />
      <SpendingBars asker="creator" title="By project" question={{ ...period, by: 'project' }} />
      <SpendingBars
        asker="creator"
        title="Kept vs. discarded"
        question={{ ...period, by: 'kind' }}
        bars={keptBars}
        none="Nothing was made in this period."
      />
    </Charts>
  );
}

const DECIMALS = 4;

/** On phones, the model and the date are below the operation; five columns would break words. */
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
