import { PAYMENT_STATES } from '@storyreel/contracts';
import type { Payment } from '@storyreel/contracts';
import { Link } from '@tanstack/react-router';
import { Badge, DataTable, Field, ListState, Moment, Select, Stack } from '../../ui';
import type { Column } from '../../ui';
import { formatZaps, readable } from '../zaps/format';
import { FilterGrid } from './Filters';
import { MoreRows } from './MoreRows';
import { useAuditAddress } from './address';
import { usePayments } from './api';
import { PurchaseReturns } from './PurchaseReturns';
import { ageOf, moneyOf } from './words';

const PAYMENT_WORDS: Record<Payment['state'], string> = {
  open: 'Open',
  failed: 'Failed',
  paid: 'Paid',
  credited: 'Completed',
  held: 'Held',
  refunded: 'Refunded',
  disputed: 'Disputed',
};

const PAYMENT_TONES: Record<Payment['state'], 'neutral' | 'positive' | 'warning' | 'danger'> = {
  open: 'neutral',
  failed: 'neutral',
  paid: 'neutral',
  credited: 'positive',
  held: 'danger',
  refunded: 'warning',
  disputed: 'danger',
};

/** Instructions for finance by payment state; null when nothing needs to be done. */
const TO_DO: Record<Payment['state'], ((provider: string) => string) | null> = {
  open: null,
  failed: null,
  paid: null,
  credited: null,
  held: (provider) =>
    `No zaps were added for this payment. Find it at ${provider} by its ID and refund it there. If the buyer still lacks the zaps, ask them to buy again.`,
  refunded: () =>
    'The payment was refunded. Decide what happens to its zaps above, under “Zaps of returned purchases”.',
  disputed: (provider) => `Answer the dispute at ${provider}. The zaps stay in the wallet until it is decided.`,
};

const isPaymentState = (state: string | undefined): state is Payment['state'] =>
  PAYMENT_STATES.some((known) => known === state);

/** States in the order of urgency. */
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
  { head: 'Paid', cell: moneyOf, amount: true },
];

/**
 * Lists purchases as reported by the payment providers. By default these are the held ones, which were paid without
 * zaps being added.
 */
export function PaymentsView() {
  const { search, change } = useAuditAddress();
  const asked = search.payments;
  const shown = asked === 'all' || isPaymentState(asked) ? asked : 'held';
  const list = usePayments(shown === 'all' ? undefined : shown);
  return (
    <Stack gap={4}>
      <PurchaseReturns />
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
