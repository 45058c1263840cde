import { formatAmount, formatZaps } from './format';

/** Shows zaps with two decimals, and in full precision on hover. */
export function ZapAmount({ zaps }: { zaps: number }) {
  return <span title={zaps === Number(zaps.toFixed(2)) ? undefined : formatZaps(zaps)}>{formatAmount(zaps, 2)}</span>;
}
