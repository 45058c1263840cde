/** The ledger counts integers of 0.0001 zap, so that sums are exact. */
export const UNITS_PER_ZAP = 10_000;
/** Zaps with up to four decimals → ledger units. */
export const toUnits = (zaps: number): number => Math.round(zaps * UNITS_PER_ZAP);
/** Ledger units → zaps. */
export const toZaps = (units: number): number => units / UNITS_PER_ZAP;
/** What a zap sells for, about: packages differ. What is spent is valued by it. */
export const USD_OF_ZAP = 0.1;

/** Goes with every charge, so that an old charge can be explained by the book it was made from. */
export const PRICE_BOOK_VERSION = '2026-11-01';

/** Of a provider's dollars, a zap is made of so many; what it sells for is `USD_OF_ZAP`. */
export const USD_PER_ZAP = 0.03;

export interface Price {
  /** Ledger units, an integer. */
  units: number;
  /** Dollars that the provider asks for it. */
  usd: number;
  version: string;
}

export const price = (zaps: number, usd: number): Price => ({
  units: toUnits(zaps),
  usd: Math.round(usd * 1e6) / 1e6,
  version: PRICE_BOOK_VERSION,
});

/** What a provider's dollars are in zaps, and `least` at the least. */
export function providerPrice(usd: number, least: number): Price {
  // Rounded to a millionth first: 0.1 / 0.03 must not become 4 zaps by a float's error.
  const zaps = Math.ceil(Math.round((usd / USD_PER_ZAP) * 1e6) / 1e6);
  return price(Math.max(least, zaps), usd);
}

/** Of a monthly budget: when this much of it is spent, its owner is told. */
export const BUDGET_NOTICE_SHARE = 0.8;
export const MAX_BUDGET_ZAPS = 1_000_000;

/** Scene generations a day (UTC) that the plan includes when they are queued in bulk. */
export const BULK_IMAGES_PER_DAY = 60;

/** Who takes the money for zaps; none: nobody does, so that zaps cannot be bought. */
export const PURCHASE_WAYS = ['sandbox', 'stripe', 'none'] as const;

const NONE = 'bif clp djf gnf jpy kmf krw mga pyg rwf vnd vuv xaf xof xpf'.split(' ');
const THREE = 'bhd jod kwd omr tnd'.split(' ');

/**
 * How many digits of a payment's amount stand behind the point. By the list of the payment provider
 * (https://docs.stripe.com/currencies), for which ISK and UGX have two: `Intl` goes by what people write, and has none for
 * HUF, IDR or COP in some of its versions.
 */
export function decimalsOf(currency: string): number {
  const code = currency.toLowerCase();
  return NONE.includes(code) ? 0 : THREE.includes(code) ? 3 : 2;
}
