import { USD_OF_ZAP } from '@storyreel/contracts';

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, roundingMode: 'floor' });
const exact = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });
const counts = new Intl.NumberFormat();

/** Formats a count: '1,204'. */
export const formatCount = (count: number): string => counts.format(count);
/** Formats zaps with two decimals, rounded down. */
export const formatBalance = (zaps: number): string => whole.format(zaps);
/** Formats zaps with the full precision of the ledger, which is up to four decimals. */
export const formatZaps = (zaps: number): string => exact.format(zaps);
/** Formats zaps with their unit: '1 zap', '2.5 zaps'. */
export const zapsInWords = (zaps: number): string => `${formatZaps(zaps)} ${zaps === 1 ? 'zap' : 'zaps'}`;
/** Formats an amount with exactly this many decimals. */
export const formatAmount = (amount: number, decimals: number): string =>
  amount.toLocaleString(undefined, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const USD_DECIMALS = 4;
/** Formats dollars. Amounts too small for the decimals are shown with '<', and zero as a plain $0. */
function dollarsOf(dollars: number, fewest: number, most: number): string {
  if (dollars === 0) return '$0';
  const least = 10 ** -most;
  if (Math.abs(dollars) < least / 2) return `${dollars < 0 ? '>-' : '<'}$${formatAmount(least, most)}`;
  return dollars.toLocaleString('en-US', {
    style: 'currency',
    currency: 'USD',
    minimumFractionDigits: fewest,
    maximumFractionDigits: most,
  });
}
/** Formats the price that the creator paid for zaps; provider costs are only shown to finance. */
export const formatDollars = (zaps: number, decimals: number): string =>
  dollarsOf(zaps * USD_OF_ZAP, decimals, decimals);
/** Formats dollars to the hundredth of a cent. */
export const formatUsd = (dollars: number): string => dollarsOf(dollars, 2, USD_DECIMALS);
/** Message while a price is unknown. */
export const NO_ESTIMATE = 'Unable to estimate cost';
/** Returns the message for an action that costs more than the balance. */
export const insufficientZaps = (need: number, have: number): string =>
  `Insufficient zaps. Need ${formatZaps(need)}, have ${formatZaps(have)}`;

/** Makes a name readable: generate_image → Generate image. */
export function readable(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** Providers without costs in dollars: the sandbox, and the server's own film rendering. */
const FREE: readonly (string | null)[] = [null, 'sandbox', 'storyreel'];

/**
 * Returns true when the provider's cost is known. Providers outside the list above are never free: 0 dollars means that
 * the server has no price for the model, or that the model runs on a user's own computer.
 */
export const isCostKnown = ({ provider, usd }: { provider: string | null; usd: number }): boolean =>
  usd > 0 || FREE.includes(provider);
