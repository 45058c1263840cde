import { toUnits } from './amount';

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
