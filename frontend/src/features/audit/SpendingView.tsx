import styled from '@emotion/styled';
import { keptBars, MarginTable, SpendingBars, SpendingByDay, SpendingFigures } from './SpendingCharts';
import { Card, space, Stack } from '../../ui';
import { FailedRunsCard } from './FailedRunsCard';
import { FilterGrid, PeriodPicker, readPeriod } from './Filters';
import { useAuditAddress } from './address';

const Charts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
  align-items: start;
  gap: ${space(5)};
`;

/** Spending by day, kind of work, model, project and person. */
export function SpendingView() {
  const { search, change } = useAuditAddress();
  const period = readPeriod(search);
  const of = <By extends string>(by: By) => ({ ...period, by });
  return (
    <Stack gap={5}>
      <Card aria-label="Filter">
        <FilterGrid>
          <PeriodPicker period={period} onChange={change} />
        </FilterGrid>
      </Card>
      <SpendingFigures asker="finance" question={of('day')} />
      <SpendingByDay asker="finance" title="By day" period={period} />
      <MarginTable asker="finance" title="Margin by model" question={of('model')} />
      <FailedRunsCard period={period} />
      <Charts>
        <SpendingBars asker="finance" title="By kind of work" question={of('kind')} />
        <SpendingBars asker="finance" title="By model" question={of('model')} />
        <SpendingBars
          asker="finance"
          title="Kept vs. discarded"
          question={of('kind')}
          bars={keptBars}
          none="Nothing was made in this period."
        />
        <SpendingBars asker="finance" title="By project" question={of('project')} />
        <SpendingBars asker="finance" title="By person" question={of('user')} />
      </Charts>
    </Stack>
  );
}
