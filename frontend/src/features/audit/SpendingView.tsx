import styled from '@emotion/styled';
import type { Period, Spending } from '@storyreel/contracts';
import { addressOf } from '../../platform/cache/query-client';
import { apiAnswerPage } from '../../platform/http/api-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { keptBars, MarginTable, SpendingBars, SpendingByDay, SpendingFigures } from './SpendingCharts';
import { Card, Row, space, Stack } from '../../ui';
import { ShownZone } from '../../platform/time/zone';
import { FailedRunsCard } from './FailedRunsCard';
import { FilterGrid, PeriodPicker, readPeriod } from './Filters';
import { DownloadRows } from './DownloadRows';
import { useAuditAddress } from './address';
import { auditKeys } from './api';

const Charts = styled.div`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
  align-items: start;
  gap: ${space(5)};
`;

const GROUPINGS = ['day', 'kind', 'model', 'project', 'user'] as const;
/** Reads all rows of the charts below, marked with the grouping that each row belongs to. */
async function spendingRows(period: Period): Promise<object[]> {
  const all: object[] = [];
  for (const by of GROUPINGS) {
    const address = addressOf(auditKeys.spending('finance', { ...period, by }));
    for (let cursor: string | null = null, isFirst = true; isFirst || cursor !== null; isFirst = false) {
      const page: { answer: Spending; next: string | null } = await apiAnswerPage(address, {
        schema: lazySchema('spendingSchema'),
        cursor,
        limit: 400,
      });
      all.push(...page.answer.rows.map((row) => ({ by, ...row })));
      cursor = page.next;
    }
  }
  return all;
}

/** Shows spending by day, kind of work, model, project and person. */
export function SpendingView() {
  const { search, change } = useAuditAddress();
  const period = readPeriod(search);
  const of = <By extends string>(by: By) => ({ ...period, by });
  return (
    <Stack gap={5}>
      <Card aria-label="Filter">
        <Stack gap={3}>
          <FilterGrid>
            {/* Spending is summed up by UTC days, as in the ledger. */}
            <ShownZone value="utc">
              <PeriodPicker period={period} onChange={change} />
            </ShownZone>
          </FilterGrid>
          <Row gap={2}>
            <span>Days are in UTC, like those of the ledger.</span>
            <DownloadRows name="spending" read={() => spendingRows(period)} />
          </Row>
        </Stack>
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
