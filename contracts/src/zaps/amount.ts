/** The ledger counts integers of 0.0001 zap, so that sums are exact. */
export const UNITS_PER_ZAP = 10_000;
/** Zaps with up to four decimals → ledger units. */
export const toUnits = (zaps: number): number => Math.round(zaps * UNITS_PER_ZAP);
/** Ledger units → zaps. */
export const toZaps = (units: number): number => units / UNITS_PER_ZAP;
/** What a zap sells for, about: packages differ. What is spent is valued by it. */
export const USD_OF_ZAP = 0.1;
