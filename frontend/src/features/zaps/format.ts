import { USD_OF_ZAP } from '@storyreel/contracts';

const whole = new Intl.NumberFormat(undefined, { maximumFractionDigits: 2, roundingMode: 'floor' });
const exact = new Intl.NumberFormat(undefined, { maximumFractionDigits: 4 });

/** Zaps for a glance: two decimals, never rounded up to more than there is. */
export const formatBalance = (zaps: number): string => whole.format(zaps);
/** Zaps with all that the ledger counts: up to four decimals. */
export const formatZaps = (zaps: number): string => exact.format(zaps);
/** '1 zap', '2.5 zaps'. */
export const zapsInWords = (zaps: number): string => `${formatZaps(zaps)} ${zaps === 1 ? 'zap' : 'zaps'}`;
/** An amount with exactly so many decimals. */
export const formatAmount = (amount: number, decimals: number): string =>
  amount.toLocaleString(undefined, { minimumFractionDigits: decimals, maximumFractionDigits: decimals });
const USD_DECIMALS = 4;
/** Dollars for people: what is too small for the decimals says so, and nothing is a plain 0. */
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
/** What so many zaps have cost the creator; what a provider asks for is for those who look after the money. */
export const formatDollars = (zaps: number, decimals: number): string =>
  dollarsOf(zaps * USD_OF_ZAP, decimals, decimals);
/** Dollars that moved, to the hundredth of a cent. */
export const formatUsd = (dollars: number): string => dollarsOf(dollars, 2, USD_DECIMALS);
/** Said of an action whose price is not known. */
export const NO_ESTIMATE = 'Unable to estimate cost';
/** Said wherever an action costs more than the balance covers. */
export const insufficientZaps = (need: number, have: number): string =>
  `Insufficient zaps. Need ${formatZaps(need)}, have ${formatZaps(have)}`;

/** generate_image → Generate image */
export function readable(name: string): string {
  const words = name.replaceAll(/[_-]+/g, ' ').trim();
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/** What they make costs nobody dollars: the sandbox, and the films that the server renders. */
const FREE: readonly (string | null)[] = [null, 'sandbox', 'storyreel'];

/**
 * Whether it is known what a provider asked for. Others make nothing for 0 dollars: then the server has no price of the
 * model, or the model runs on somebody's own computer.
 */
export const isCostKnown = ({ provider, usd }: { provider: string | null; usd: number }): boolean =>
  usd > 0 || FREE.includes(provider);
