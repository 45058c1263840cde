const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, roundingMode: 'floor' });
const exact = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });

/** Zaps for a glance: two decimals, never rounded up to more than there is. */
export const formatBalance = (zaps: number): string => whole.format(zaps);
/** Zaps with all that the ledger counts: up to four decimals. */
export const formatZaps = (zaps: number): string => exact.format(zaps);
/** An amount with exactly so many decimals. */
export const formatAmount = (amount: number, decimals: number): string =>
  amount.toLocaleString(undefined, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
/** What a creator has paid for a zap, about. What a provider asks for is for those who look after the money. */
const DOLLARS_PER_ZAP = 0.1;
/** What so many zaps have cost the creator. */
export const formatDollars = (zaps: number, decimals: number): string =>
  `$${formatAmount(zaps * DOLLARS_PER_ZAP, decimals)}`;
/** Said of an action whose price is not known. */
export const NO_ESTIMATE = 'Unable to estimate cost';
/** Said wherever an action costs more than the balance covers. */
export const insufficientZaps = (need: number, have: number): string =>
  `Insufficient zaps. Need ${formatZaps(need)}, have ${formatZaps(have)}`;
