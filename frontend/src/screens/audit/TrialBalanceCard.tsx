import styled from '@emotion/styled';
import type { TrialBalance } from '@storyreel/contracts';
import { useTrialBalance } from '../../domains/audit/queries';
import { formatZaps } from '../../domains/zaps/format';
import { Badge, DataTable, Moment, Row, Skeleton, space, Stack, TitledCard, tokens, Unreadable } from '../../ui';

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
const whole = new Intl.NumberFormat();

/** All wallets together: what each account holds, which in sound books sums to zero. */
export function TrialBalanceCard({ at }: { at: string | undefined }) {
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
          { head: 'Zaps', cell: ({ zaps }) => formatZaps(zaps), amount: true, foot: formatZaps(sum) },
        ]}
      />
      <Words as="div">
        <Row gap={2}>
          {sum === 0 ? <Badge tone="positive">Sums to zero</Badge> : <Badge tone="danger">Does not sum to zero</Badge>}
          <span>
            {whole.format(entries)} entries of {whole.format(wallets)} wallets, up to <Moment at={at} />
          </span>
        </Row>
      </Words>
    </>
  );
}
