import type { SignedHeadsSummary } from '@storyreel/contracts';
import { useSignedHeads } from '../../domains/audit/queries';
import { type Column, CopyText, DataTable, ListState, Moment, Stack, TitledCard } from '../../ui';
import { MoreRows } from './MoreRows';

const HEAD_COLUMNS: Column<SignedHeadsSummary>[] = [
  { head: 'Day (UTC)', cell: ({ day }) => day },
  { head: 'Signed', cell: ({ signedAt }) => <Moment at={signedAt} />, quiet: true, only: 'wide' },
  { head: 'Wallets', cell: ({ wallets }) => wallets, amount: true },
  { head: 'Up to position', cell: ({ position }) => position, amount: true, only: 'wide' },
  { head: 'Hash', cell: ({ hash, day }) => <CopyText what={`Hash of ${day}`} text={hash} />, only: 'wide' },
  { head: 'Signature', cell: ({ signature, day }) => <CopyText what={`Signature of ${day}`} text={signature} /> },
];

/** The heads of all chains, a line a day. */
export function SignedHeadsCard() {
  const list = useSignedHeads();
  return (
    <TitledCard title="Signed heads">
      <ListState
        what="the signed heads"
        isPending={list.isPending}
        isError={list.isLoadingError}
        isEmpty={list.data?.length === 0}
        empty={{ title: 'Nothing is signed yet', line: 'The heads of all wallets are signed once a day (UTC).' }}
        retry={list.refetch}
      >
        <Stack gap={3}>
          <DataTable label="Signed heads" columns={HEAD_COLUMNS} rows={list.data ?? []} keyOf={({ day }) => day} />
          <MoreRows shown={list.data?.length ?? 0} one="day" many="days" list={list} />
        </Stack>
      </ListState>
    </TitledCard>
  );
}
