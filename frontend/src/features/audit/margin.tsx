import type { Margin, SpendingRow } from '@storyreel/contracts';
import { formatUsd } from '../zaps/format';
import type { Column } from '../../ui';

export const NO_MARGIN: Margin = {
  paidUsd: 0,
  listUsd: 0,
  expectedUsd: 0,
  billedUsd: 0,
  unbilledUsd: 0,
  marginUsd: 0,
};

/** Returns figures of the dollars paid for the spent zaps, and of the costs of their work. */
export const marginFigures = ({ paidUsd, listUsd, expectedUsd, billedUsd, unbilledUsd, marginUsd }: Margin) => [
  { label: 'Paid for spent zaps', value: formatUsd(paidUsd) },
  { label: 'List price', value: formatUsd(listUsd) },
  { label: 'Expected cost', value: formatUsd(expectedUsd) },
  {
    label: 'Billed cost',
    value: formatUsd(billedUsd),
    note: unbilledUsd === 0 ? undefined : `${formatUsd(unbilledUsd)} not billed yet`,
  },
  { label: 'Margin', value: formatUsd(marginUsd) },
];

const dollars = (of: (margin: Margin) => number) => {
  return ({ margin }: SpendingRow) => (margin === null ? '–' : formatUsd(of(margin)));
};

/** Columns of a margin table, which follow the column with the rows' names. */
export const MARGIN_COLUMNS: Column<SpendingRow>[] = [
  { head: 'Paid', cell: dollars(({ paidUsd }) => paidUsd), amount: true },
  { head: 'List price', cell: dollars(({ listUsd }) => listUsd), amount: true, only: 'wide' },
  { head: 'Expected cost', cell: dollars(({ expectedUsd }) => expectedUsd), amount: true, only: 'wide' },
  { head: 'Billed cost', cell: dollars(({ billedUsd }) => billedUsd), amount: true, only: 'wide' },
  { head: 'Not billed yet', cell: dollars(({ unbilledUsd }) => unbilledUsd), amount: true, only: 'wide' },
  { head: 'Margin', cell: dollars(({ marginUsd }) => marginUsd), amount: true },
];
