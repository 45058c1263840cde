import type { Payment } from '@storyreel/contracts';
import { Link } from '@tanstack/react-router';
import { usePayments } from '../../domains/audit/queries';
import { formatZaps, readable } from '../../domains/zaps/format';
import { Badge, type Column, DataTable, Field, ListState, Moment, Select, Stack } from '../../ui';
import { ageOf } from './age';
import { FilterGrid } from './filter-grid';
import { MoreRows } from './MoreRows';
import { isPaymentState, paidAmount, PAYMENT_TONES, PAYMENT_WORDS, TO_DO } from './payment-words';
import { useAuditAddress } from './useAuditAddress';

/** In the order of what needs somebody. */
const SHOWN = ['held', 'disputed', 'refunded', 'paid', 'open', 'failed', 'credited', 'all'] as const;
const OPTIONS = SHOWN.map((value) => ({ value, label: value === 'all' ? 'All payments' : PAYMENT_WORDS[value] }));

const ageNow = ({ createdAt }: Payment): string =>
  ageOf(Math.max(0, Math.floor((Date.now() - Date.parse(createdAt)) / 1_000)));

const COLUMNS: Column<Payment>[] = [
  {
    head: 'Payment',
    cell: (payment) => {
      const { state, reason, provider } = payment;
      return (
        <>
          <Badge tone={PAYMENT_TONES[state]}>{PAYMENT_WORDS[state]}</Badge> {ageNow(payment)} ago
          {reason !== null && <small>{reason}</small>}
          <small>{TO_DO[state]?.(readable(provider))}</small>
        </>
      );
    },
  },
  {
    head: 'Buyer',
    cell: ({ userId }) =>
      userId === null ? (
        'Unknown'
      ) : (
        <Link to="/audit" search={{ user: userId }}>
          Open their ledger
        </Link>
      ),
  },
  {
    head: 'Payment ID',
    cell: ({ paymentId, sessionId }) => (
      <>
        {paymentId ?? '–'}
        <small>{sessionId}</small>
      </>
    ),
    only: 'wide',
  },
  { head: 'Changed', cell: ({ changedAt }) => <Moment at={changedAt} />, only: 'wide', quiet: true },
  { head: 'Zaps', cell: ({ zaps }) => formatZaps(zaps), amount: true },
  { head: 'Paid', cell: paidAmount, amount: true },
];

/** What a payment provider told of purchases: first of all what was paid and for which no zaps were added. */
export function PaymentsView() {
  const { search, change } = useAuditAddress();
  const asked = search.payments;
  const shown = asked === 'all' || isPaymentState(asked) ? asked : 'held';
  const list = usePayments(shown === 'all' ? undefined : shown);
  return (
    <Stack gap={4}>
      <FilterGrid>
        <Field label="Payments">
          {(ids) => (
            <Select
              {...ids}
              value={shown}
              onValueChange={(payments) => change({ payments: payments === 'held' ? undefined : payments })}
              options={OPTIONS}
            />
          )}
        </Field>
      </FilterGrid>
      <ListState
        level={2}
        what="the payments"
        isPending={list.isPending}
        isError={list.isLoadingError}
        isEmpty={list.data?.length === 0}
        empty={
          shown === 'held'
            ? {
                title: 'No held payments',
                line: 'Payments that need a decision before zaps are added are listed here.',
              }
            : { title: 'No payments', line: 'Choose another kind to see more.' }
        }
        retry={list.refetch}
      >
        <Stack gap={3}>
          <DataTable label="Payments" columns={COLUMNS} rows={list.data ?? []} keyOf={({ id }) => id} />
          <MoreRows shown={list.data?.length ?? 0} one="payment" many="payments" list={list} />
        </Stack>
      </ListState>
    </Stack>
  );
}
