import type { LedgerFilter, LedgerTotals } from '@storyreel/contracts';
import { useLedgerTotals } from '../../domains/audit/queries';
import { formatUsd, formatZaps } from '../../domains/zaps/format';
import { awaited, Card, Figures, Unreadable } from '../../ui';

const whole = new Intl.NumberFormat();

/** Sums of everything that the filter lets through, not only of what is listed. */
export function LedgerSums({ filter }: { filter: LedgerFilter }) {
  const { data: totals, isError, refetch } = useLedgerTotals(filter);
  if (isError && !totals) return <Unreadable level={2} what="the totals" retry={refetch} />;
  const figures = totals ? figuresOf(totals) : AWAITED;
  return (
    <Card aria-busy={totals ? undefined : 'true'} aria-label="Totals">
      <Figures label="Totals of this filter, in zaps and dollars" figures={figures} />
    </Card>
  );
}

const figuresOf = (totals: LedgerTotals) => [
  {
    label: 'Entries',
    value: whole.format(totals.entries),
    note: `of ${whole.format(totals.wallets)} ${totals.wallets === 1 ? 'wallet' : 'wallets'}`,
  },
  { label: 'Granted', value: formatZaps(totals.granted) },
  { label: 'Purchased', value: formatZaps(totals.purchased), note: `${formatUsd(totals.paidUsd)} paid` },
  { label: 'Reserved', value: formatZaps(totals.reserved) },
  { label: 'Settled', value: formatZaps(totals.spent) },
  { label: 'Released', value: formatZaps(totals.released) },
  { label: 'Refunded', value: formatZaps(totals.refunded) },
  { label: 'Provider cost', value: formatUsd(totals.providerUsd) },
  { label: 'Margin', value: formatUsd(totals.marginUsd) },
  { label: 'Price versions', value: totals.priceVersions.length, note: totals.priceVersions.join(', ') },
];

const AWAITED = awaited(
  figuresOf({
    entries: 0,
    wallets: 0,
    granted: 0,
    purchased: 0,
    paidUsd: 0,
    reserved: 0,
    spent: 0,
    released: 0,
    refunded: 0,
    providerUsd: 0,
    marginUsd: 0,
    priceVersions: ['1'],
  }),
);
