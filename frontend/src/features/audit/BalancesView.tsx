import styled from '@emotion/styled';
import type { TrialBalance, WalletBalanceAt } from '@storyreel/contracts';
import { apiList, hasStatus } from '../../platform/http/api-client';
import {
  Badge,
  Button,
  CopyText,
  DataTable,
  EmptyState,
  Field,
  Figures,
  Input,
  ListState,
  Moment,
  Row,
  Skeleton,
  space,
  Stack,
  TextButton,
  TitledCard,
  tokens,
  Unreadable,
} from '../../ui';
import type { Column } from '../../ui';
import { addressOf } from '../../platform/cache/query-client';
import { lazySchema } from '../../platform/lazy/lazy-schema';
import { fieldOfInstant, instantOfField, useShownZone } from '../../platform/time/zone';
import { formatCount, formatZaps } from '../zaps/format';
import { ZapAmount } from '../zaps/ZapAmount';
import { DownloadRows } from './DownloadRows';
import { FilterGrid, FilterInput } from './Filters';
import { MoreRows } from './MoreRows';
import { useAuditAddress } from './address';
import { auditKeys, useTrialBalance, useWalletAt, useWallets } from './api';
import { personOf } from './words';

const ACCOUNT_WORDS: Record<TrialBalance['accounts'][number]['account'], string> = {
  available: 'Available to creators',
  held: 'Held for work under way',
  revenue: 'Earned',
  grants: 'Granted',
  purchases: 'Purchased',
  refunds: 'Refunded',
};
const Words = styled.p`
  margin-top: ${space(3)};
  color: ${tokens.text2};
`;

/** Shows the total of each account over all wallets. In consistent books the totals sum to zero. */
function TrialBalanceCard({ at }: { at: string | undefined }) {
  const { data, isError, refetch } = useTrialBalance(at);
  return (
    <TitledCard title="Trial balance">
      {isError && !data ? (
        <Unreadable level={3} what="the trial balance" retry={refetch} />
      ) : data ? (
        <Balanced balance={data} />
      ) : (
        <Stack gap={2} aria-busy="true">
          <Skeleton height="320px" radius={tokens.radiusCard} />
        </Stack>
      )}
    </TitledCard>
  );
}

function Balanced({ balance: { accounts, sum, entries, wallets, at } }: { balance: TrialBalance }) {
  return (
    <>
      <DataTable
        label="Trial balance"
        rows={accounts}
        keyOf={({ account }) => account}
        columns={[
          { head: 'Account', cell: ({ account }) => ACCOUNT_WORDS[account], foot: 'Sum' },
          { head: 'Zaps', cell: ({ zaps }) => <ZapAmount zaps={zaps} />, amount: true, foot: <ZapAmount zaps={sum} /> },
        ]}
      />
      <Words as="div">
        <Row gap={2}>
          {sum === 0 ? <Badge tone="positive">Sums to zero</Badge> : <Badge tone="danger">Does not sum to zero</Badge>}
          <span>
            {formatCount(entries)} entries of {formatCount(wallets)} wallets, up to <Moment at={at} />
          </span>
        </Row>
      </Words>
    </>
  );
}

/** Lets the user pick a wallet, and shows its balances at the chosen moment. */
function WalletBalances({ at }: { at: string | undefined }) {
  const { search, change } = useAuditAddress();
  const list = useWallets(search.user ?? '', at);
  const columns: Column<WalletBalanceAt>[] = [
    {
      head: 'Person',
      cell: ({ user }) => (
        <TextButton type="button" onClick={() => change({ wallet: user.id })}>
          {personOf(user)}
        </TextButton>
      ),
    },
    { head: 'Available', cell: ({ available }) => <ZapAmount zaps={available} />, amount: true },
    { head: 'Held', cell: ({ held }) => <ZapAmount zaps={held} />, amount: true, only: 'wide' },
    { head: 'Spent', cell: ({ spent }) => <ZapAmount zaps={spent} />, amount: true, only: 'wide' },
    { head: 'Entries', cell: ({ entries }) => entries, amount: true, only: 'wide' },
  ];
  return (
    <>
      {search.wallet && <WalletAt userId={search.wallet} at={at} />}
      <TitledCard title={at === undefined ? 'Wallets now' : 'Wallets at that time'}>
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
            <Row gap={3}>
              <MoreRows shown={list.data?.length ?? 0} one="wallet" many="wallets" list={list} />
              <DownloadRows
                name="balances"
                read={() =>
                  apiList(addressOf(auditKeys.wallets(search.user ?? '', at)), {
                    schema: lazySchema('walletBalanceAtSchema'),
                  })
                }
              />
            </Row>
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

/** Shows the balances of all accounts and of every wallet at a moment. */
export function BalancesView() {
  const { search, change } = useAuditAddress();
  const zone = useShownZone();
  const isInstant = search.at !== undefined && !Number.isNaN(Date.parse(search.at));
  const at = isInstant ? search.at : undefined;
  return (
    <Stack gap={5}>
      <FilterGrid>
        <Field
          label="As of"
          hint={`${zone === 'utc' ? 'In UTC' : 'In your time zone'}. Leave empty for the current time.`}
        >
          {(ids) => (
            <Input
              {...ids}
              type="datetime-local"
              value={fieldOfInstant(at, zone)}
              onChange={(event) => change({ at: instantOfField(event.target.value, zone) })}
            />
          )}
        </Field>
      </FilterGrid>
      <TrialBalanceCard at={at} />
      <WalletBalances at={at} />
    </Stack>
  );
}
