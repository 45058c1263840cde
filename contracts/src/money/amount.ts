/** The ledger counts in integers of 0.0001 zap, so that sums are exact. */
export const UNITS_PER_ZAP = 10_000;
/** Converts zaps with up to four decimals into ledger units. */
export const toUnits = (zaps: number): number => Math.round(zaps * UNITS_PER_ZAP);
/** Converts ledger units into zaps. */
export const toZaps = (units: number): number => units / UNITS_PER_ZAP;
/** List price of a zap. Packages sell zaps for less, so revenue is never computed from it. */
export const USD_OF_ZAP = 0.1;

/** Stored with every charge, so that an old charge can be explained by its price book. */
export const PRICE_BOOK_VERSION = '2026-11-01';

/** Provider cost in dollars per zap charged; the list price is `USD_OF_ZAP`. */
export const USD_PER_ZAP = 0.03;

export interface Price {
  /** Ledger units, an integer. */
  units: number;
  /** The provider's price in dollars. */
  usd: number;
  version: string;
}

export const price = (zaps: number, usd: number): Price => ({
  units: toUnits(zaps),
  usd: Math.round(usd * 1e6) / 1e6,
  version: PRICE_BOOK_VERSION,
});

/** Converts a provider's price in dollars into a price in zaps, which is at least `least`. */
export function providerPrice(usd: number, least: number): Price {
  // Rounded to a millionth first: a floating-point error must not turn 0.1 / 0.03 into more than 4 zaps.
  const zaps = Math.ceil(Math.round((usd / USD_PER_ZAP) * 1e6) / 1e6);
  return price(Math.max(least, zaps), usd);
}

/** Share of a monthly budget at which its owner is notified. */
export const BUDGET_NOTICE_SHARE = 0.8;
export const MAX_BUDGET_ZAPS = 1_000_000;

/** Scene generations per day (UTC) that the plan includes when they are queued in bulk. */
export const BULK_IMAGES_PER_DAY = 60;

/** The payment provider for zaps. none: zaps cannot be bought. */
export const PURCHASE_WAYS = ['sandbox', 'stripe', 'none'] as const;

const NONE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE = 'bhd jod kwd omr tnd'.split(' ');

/**
 * Returns the number of decimals of a payment's amount, by the list of the payment provider
 * (https://docs.stripe.com/currencies), in which ISK and UGX have two. `Intl` follows common usage instead, and some of
 * its versions give HUF, IDR or COP no decimals.
 */
export function decimalsOf(currency: string): number {
  const code = currency.toLowerCase();
  return NONE.includes(code) ? 0 : THREE.includes(code) ? 3 : 2;
}

/**
 * Id of the wallet that pays for developers' reruns of other people's work. It has no account, and its work costs no
 * zaps, so that it earns nothing.
 */
export const HOUSE_ID = '00000000-0000-4000-8000-00000000040e';
/** Returns the price to hold for a payer. For the house wallet it is 0 zaps, with the provider's price in dollars. */
export const heldPrice = <P extends { units: number }>(price: P, payerId: string): P =>
  payerId === HOUSE_ID ? { ...price, units: 0 } : price;
