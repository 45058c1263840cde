import type { HoldPrice, Purpose, WalletEvent } from './ledger-entry';

interface HeldZaps {
  units: number;
  /** Of what the zaps are held for, so that its repetition is told from another request with the same key. */
  requestHash: string;
}

export interface OpenHold extends HeldZaps {
  status: 'open';
  price: HoldPrice;
  purpose: Purpose;
  /** ISO 8601, as `reservedAt`. */
  deadline: string;
  reservedAt: string;
  bulkDay: string | null;
}

/** What a repeated request or worker has to be told, and no more. */
export interface ClosedHold extends HeldZaps {
  holdId: string;
  status: 'settled' | 'released';
  /** Revision of the entry that closed it. */
  closedAt: number;
  /** What was charged, where it is less than what was held. */
  charged?: number;
  /** What of it was refunded so far, once something was. */
  refunded?: number;
}

export type Hold = OpenHold | ClosedHold;

/** Holds, never changed in place: the open ones by id, and the newest that were closed. */
export interface HoldBook {
  open: Readonly<Record<string, OpenHold>>;
  closed: readonly ClosedHold[];
  /** Revision of the newest closing that is no longer remembered; -1 while all are. */
  forgotten: number;
}

export const NO_HOLDS: HoldBook = { open: {}, closed: [], forgotten: -1 };

/** What changes a hold. */
export type HoldEvent = Extract<WalletEvent, { data: { holdId: string } }>;

export const findHold = ({ open, closed }: HoldBook, holdId: string): Hold | undefined =>
  open[holdId] ?? closed.find((hold) => hold.holdId === holdId);

/** The book after an entry. `kept`: how many closed holds it remembers. */
export function withEntry(book: HoldBook, { type, data }: HoldEvent, revision: number, kept: number): HoldBook {
  switch (type) {
    case 'ZapsReserved': {
      const { holdId, units, price, purpose, deadline, bulkDay, at: reservedAt } = data;
      const { requestHash } = purpose;
      const hold: OpenHold = { status: 'open', units, price, purpose, requestHash, deadline, bulkDay, reservedAt };
      return { ...book, open: { ...book.open, [holdId]: hold } };
    }
    case 'ZapsSettled': {
      const { holdId, units: charged } = data;
      return close(book, { holdId, status: 'settled', closedAt: revision, charged }, kept);
    }
    case 'ZapsReleased':
      return close(book, { holdId: data.holdId, status: 'released', closedAt: revision }, kept);
    case 'ZapsRefunded':
      return refund(book, data.holdId, data.units);
  }
}

type Closing = Pick<ClosedHold, 'holdId' | 'status' | 'closedAt' | 'charged'>;

/** The book as it is when the hold is not open. */
function close(book: HoldBook, { charged, ...closing }: Closing, kept: number): HoldBook {
  const { [closing.holdId]: hold, ...open } = book.open;
  if (!hold) return book;
  const { units, requestHash } = hold;
  const less = charged === undefined || charged === units ? {} : { charged };
  const closed = [...book.closed, { ...closing, units, requestHash, ...less }];
  const [oldest] = closed;
  if (closed.length <= kept || !oldest) return { ...book, open, closed };
  return { open, closed: closed.slice(1), forgotten: oldest.closedAt };
}

/** The book as it is when the hold is not settled, or no longer remembered. */
function refund(book: HoldBook, holdId: string, units: number): HoldBook {
  const given = (hold: ClosedHold) => ({ ...hold, refunded: (hold.refunded ?? 0) + units });
  const isCharge = (hold: ClosedHold) => hold.holdId === holdId && hold.status === 'settled';
  if (!book.closed.some(isCharge)) return book;
  return { ...book, closed: book.closed.map((hold) => (isCharge(hold) ? given(hold) : hold)) };
}

/** A hold by its own entries, in order. */
export function holdIn(entries: Iterable<{ entry: HoldEvent; revision: number }>, holdId: string): Hold | undefined {
  let book = NO_HOLDS;
  for (const { entry, revision } of entries) {
    if (entry.data.holdId === holdId) book = withEntry(book, entry, revision, 1);
  }
  return findHold(book, holdId);
}

export const openHolds = ({ open }: HoldBook): [string, OpenHold][] => Object.entries(open);
