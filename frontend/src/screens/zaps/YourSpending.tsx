import styled from '@emotion/styled';
import { keptBars } from '../../domains/audit/spending-bars';
import { SpendingBars, SpendingByDay } from '../../domains/audit/SpendingChart';
import { SpendingFigures } from '../../domains/audit/SpendingFigures';
import { lastDays, todayUtc } from '../../platform/last-days';
import { space, Stack } from '../../ui';

const DAYS = 30;
const Charts = styled.section`
  display: grid;
  grid-template-columns: repeat(auto-fit, minmax(min(100%, 420px), 1fr));
  align-items: start;
  gap: ${space(4)};
`;

/** Where somebody's own zaps went lately, in all and day by day. */
export function YourSpending() {
  const period = lastDays(todayUtc(), DAYS);
  return (
    <Stack as="section" gap={4} aria-label="Where your zaps go">
      <SpendingFigures asker="creator" question={{ ...period, by: 'day' }} />
      <SpendingByDay asker="creator" title={`Where your zaps went, last ${DAYS} days`} period={period} />
    </Stack>
  );
}

/** The same by what they were spent on. */
export function YourSpendingByKind() {
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
