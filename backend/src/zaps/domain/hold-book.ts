import type { HoldPrice, Purpose } from './ledger-entry';

interface HeldZaps {
  units: number;
  price: HoldPrice;
  /** Of what the zaps are held for, so that its repetition is told from another request with the same key. */
  requestHash: string;
}

export interface OpenHold extends HeldZaps {
  status: 'open';
  purpose: Purpose;
  /** ISO 8601, as `reservedAt`. */
  deadline: string;
  reservedAt: string;
  bulkDay: string | null;
}

/** What a repeated request or worker has to be told, and no more: a wallet has many thousands of them. */
export interface ClosedHold extends HeldZaps {
  status: 'settled' | 'released';
}

export type Hold = OpenHold | ClosedHold;

/**
 * Holds by id, never changed in place. Finished ones stay, so that a repeat is recognised. Buckets by the ids' first two
 * characters keep the copy that each change makes small.
 */
export interface HoldBook {
  open: Readonly<Record<string, OpenHold>>;
  closed: Readonly<Record<string, Readonly<Record<string, ClosedHold>>>>;
}

export const NO_HOLDS: HoldBook = { open: {}, closed: {} };

const bucketOf = (holdId: string): string => holdId.slice(0, 2);

export const findHold = ({ open, closed }: HoldBook, holdId: string): Hold | undefined =>
  open[holdId] ?? closed[bucketOf(holdId)]?.[holdId];

export const withHold = (book: HoldBook, holdId: string, hold: OpenHold): HoldBook => ({
  ...book,
  open: { ...book.open, [holdId]: hold },
});

/** The book as it is when the hold is not open. */
export function closeHold(book: HoldBook, holdId: string, status: ClosedHold['status']): HoldBook {
  const { [holdId]: hold, ...open } = book.open;
  if (!hold) return book;
  const { units, price, requestHash } = hold;
  const bucket = { ...book.closed[bucketOf(holdId)], [holdId]: { status, units, price, requestHash } };
  return { open, closed: { ...book.closed, [bucketOf(holdId)]: bucket } };
}

export const openHolds = ({ open }: HoldBook): [string, OpenHold][] => Object.entries(open);
