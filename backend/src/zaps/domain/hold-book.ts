import type { HoldPrice, Purpose } from './ledger-entry';

export interface Hold {
  status: 'open' | 'settled' | 'released';
  units: number;
  price: HoldPrice;
  purpose: Purpose;
  deadline: string;
  reservedAt: string;
  bulkDay: string | null;
}

/**
 * Holds by id, never changed in place. Finished ones stay, so that a repeat is recognised. Buckets by the ids' first two
 * characters keep the copy that each change makes small in wallets with many thousand holds.
 */
export type HoldBook = Readonly<Record<string, Readonly<Record<string, Hold>>>>;

const bucketOf = (holdId: string): string => holdId.slice(0, 2);

export const findHold = (book: HoldBook, holdId: string): Hold | undefined => book[bucketOf(holdId)]?.[holdId];

export function withHold(book: HoldBook, holdId: string, hold: Hold): HoldBook {
  const bucket = bucketOf(holdId);
  return { ...book, [bucket]: { ...book[bucket], [holdId]: hold } };
}

export const openHolds = (book: HoldBook): [string, Hold][] =>
  Object.values(book).flatMap((bucket) => Object.entries(bucket).filter(([, hold]) => hold.status === 'open'));
