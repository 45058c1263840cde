import { MAX_LISTED_VERIFICATIONS, type VerificationSummary } from '@storyreel/contracts';
import { useLatestVerification, useVerifications } from '../../domains/audit/queries';
import { Badge, type Column, DataTable, ListState, Moment, Stack, TitledCard } from '../../ui';
import { VERIFICATION_STATES } from './verification-states';

const wholeNumber = new Intl.NumberFormat();

const HISTORY_COLUMNS: Column<VerificationSummary>[] = [
  { head: 'Started', cell: ({ startedAt }) => <Moment at={startedAt} /> },
  {
    head: 'Result',
    cell: ({ state, error }) => (
      <>
        <Badge tone={VERIFICATION_STATES[state].tone}>{VERIFICATION_STATES[state].word}</Badge>
        {error !== null && <small>{error}</small>}
      </>
    ),
  },
  { head: 'By', cell: ({ startedBy }) => startedBy.email ?? startedBy.id, only: 'wide', quiet: true },
  {
    head: 'Ended',
    cell: ({ endedAt }) => (endedAt === null ? '–' : <Moment at={endedAt} />),
    only: 'wide',
    quiet: true,
  },
  { head: 'Events read', cell: ({ eventsRead }) => wholeNumber.format(eventsRead), amount: true, only: 'wide' },
  { head: 'Entries', cell: ({ entries }) => wholeNumber.format(entries), amount: true, only: 'wide' },
  { head: 'Findings', cell: ({ badCount }) => wholeNumber.format(badCount), amount: true },
];

/** The verifications before the newest one, which has a card of its own. */
export function VerificationHistory() {
  const { latest } = useLatestVerification();
  const { data, isPending, isLoadingError, refetch } = useVerifications(latest);
  const earlier = data?.filter(({ id }) => id !== latest?.id) ?? [];
  return (
    <TitledCard title="Earlier verifications">
      <ListState
        what="the earlier verifications"
        isPending={isPending}
        isError={isLoadingError}
        isEmpty={earlier.length === 0}
        empty={{ title: 'No earlier verifications', line: 'Each verification is listed here once another one starts.' }}
        retry={refetch}
      >
        <Stack gap={3}>
          <DataTable label="Earlier verifications" columns={HISTORY_COLUMNS} rows={earlier} keyOf={({ id }) => id} />
          {earlier.length === MAX_LISTED_VERIFICATIONS - 1 && <p>The newest {earlier.length}. The log has them all.</p>}
        </Stack>
      </ListState>
    </TitledCard>
  );
}
