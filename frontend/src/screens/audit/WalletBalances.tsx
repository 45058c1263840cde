import type { WalletBalanceAt } from '@storyreel/contracts';
import { hasStatus } from '../../platform/api-client';
import { useWalletAt, useWallets } from '../../domains/audit/queries';
import { personOf } from '../../domains/audit/words';
import { formatZaps } from '../../domains/zaps/format';
import {
  Button,
  type Column,
  CopyText,
  DataTable,
  EmptyState,
  Figures,
  ListState,
  Moment,
  Row,
  Skeleton,
  Stack,
  TextButton,
  TitledCard,
  Unreadable,
} from '../../ui';
import { FilterGrid } from './filter-grid';
import { FilterInput } from './FilterInput';
import { MoreRows } from './MoreRows';
import { useAuditAddress } from './useAuditAddress';

/** Wallets to choose from, and the chosen one as it was. */
export function WalletBalances({ at }: { at: string | undefined }) {
  const { search, change } = useAuditAddress();
  const list = useWallets(search.user ?? '');
  const columns: Column<WalletBalanceAt>[] = [
    {
      head: 'Person',
      cell: ({ user }) => (
        <TextButton type="button" onClick={() => change({ wallet: user.id })}>
          {personOf(user)}
        </TextButton>
      ),
    },
    { head: 'Available', cell: ({ available }) => formatZaps(available), amount: true },
    { head: 'Held', cell: ({ held }) => formatZaps(held), amount: true, only: 'wide' },
    { head: 'Spent', cell: ({ spent }) => formatZaps(spent), amount: true, only: 'wide' },
    { head: 'Entries', cell: ({ entries }) => entries, amount: true, only: 'wide' },
  ];
  return (
    <>
      {search.wallet && <WalletAt userId={search.wallet} at={at} />}
      <TitledCard title="Wallets now">
        <Stack gap={4}>
          <FilterGrid>
            <FilterInput
              label="Person"
              placeholder="Part of the e-mail address, or the ID"
              value={search.user}
              onCommit={(user) => change({ user })}
            />
          </FilterGrid>
          <ListState
            what="the wallets"
            isPending={list.isPending}
            isError={list.isLoadingError}
            isEmpty={list.data?.length === 0}
            empty={
              search.user
                ? { title: 'No wallet matches', line: 'Try a shorter part of the e-mail address.' }
                : { title: 'No wallets yet', line: 'Every account gets a wallet when it is created.' }
            }
            retry={list.refetch}
          >
            <DataTable label="Wallets" columns={columns} rows={list.data ?? []} keyOf={({ user }) => user.id} />
            <MoreRows shown={list.data?.length ?? 0} one="wallet" many="wallets" list={list} />
          </ListState>
        </Stack>
      </TitledCard>
    </>
  );
}

function WalletAt({ userId, at }: { userId: string; at: string | undefined }) {
  const { change } = useAuditAddress();
  const { data: wallet, error, refetch } = useWalletAt(userId, at);
  const name = wallet ? personOf(wallet.user) : 'a person';
  return (
    <TitledCard title={`Balance of ${name}`}>
      {wallet ? (
        <Stack gap={4}>
          <Figures
            label={`Balance of ${name}`}
            figures={[
              { label: 'Available', value: formatZaps(wallet.available) },
              { label: 'Held', value: formatZaps(wallet.held) },
              { label: 'Spent', value: formatZaps(wallet.spent) },
              { label: 'Granted', value: formatZaps(wallet.granted) },
              { label: 'Purchased', value: formatZaps(wallet.purchased) },
              { label: 'Refunded', value: formatZaps(wallet.refunded) },
              { label: 'Entries', value: wallet.entries },
            ]}
          />
          <p>
            As of <Moment at={wallet.at} />.{' '}
            {wallet.head ? (
              <>
                The newest entry is revision {wallet.head.revision},{' '}
                <CopyText what="Head hash" text={wallet.head.hash} />
              </>
            ) : (
              'The wallet had no entries then.'
            )}
          </p>
          <Row gap={2}>
            <Button size="small" onClick={() => change({ view: undefined, user: wallet.user.id, wallet: undefined })}>
              Show Its Ledger
            </Button>
            <Button size="small" variant="ghost" onClick={() => change({ wallet: undefined })}>
              Close
            </Button>
          </Row>
        </Stack>
      ) : hasStatus(error, 400, 404) ? (
        <EmptyState level={3} drawing="compass" title="Wallet not found" line="Choose one from the list below." />
      ) : error ? (
        <Unreadable level={3} what="the balance" retry={refetch} />
      ) : (
        <Stack gap={2} aria-busy="true">
          <Skeleton height="112px" />
        </Stack>
      )}
    </TitledCard>
  );
}
