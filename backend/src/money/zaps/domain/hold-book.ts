import { DomainError } from '../../../lib/domain-error';
import type { HoldPrice, Purpose, WalletEvent } from './wallet-entry';

interface HeldZaps {
  units: number;
  /** Hash of the request: distinguishes a repeat from a different request with the same idempotency key. */
  requestHash: string;
}

export interface OpenHold extends HeldZaps {
  status: 'open';
  price: HoldPrice;
  purpose: Purpose;
  /** Time at which the hold is released if still open; ISO 8601, like `reservedAt`. */
  deadline: string;
  reservedAt: string;
  bulkDay: string | null;
}

/** A closed hold, reduced to the data that a repeated request or worker needs. */
export interface ClosedHold extends HeldZaps {
  holdId: string;
  status: 'settled' | 'released';
  /** Revision of the closing entry. */
  closedAt: number;
  /** Units charged, if less than held. */
  charged?: number;
  /** Units refunded so far, if any. */
  refunded?: number;
}

export type Hold = OpenHold | ClosedHold;

/** The open holds by id, and the most recently closed holds. Immutable. */
export interface HoldBook {
  open: Readonly<Record<string, OpenHold>>;
  closed: readonly ClosedHold[];
  /** Revision of the entry that closed the newest evicted hold; -1 while no hold was evicted. */
  forgotten: number;
}

export const NO_HOLDS: HoldBook = { open: {}, closed: [], forgotten: -1 };

/** Events that change a hold. */
export type HoldEvent = Extract<WalletEvent, { data: { holdId: string } }>;

export const findHold = ({ open, closed }: HoldBook, holdId: string): Hold | undefined =>
  open[holdId] ?? closed.find((hold) => hold.holdId === holdId);

/** Returns the book after an entry. `kept`: number of closed holds that the book remembers. */
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

/** Closes a hold; returns the book unchanged if the hold is not open. */
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

/** Notes a refund; returns the book unchanged if the hold is not settled or was evicted. */
function refund(book: HoldBook, holdId: string, units: number): HoldBook {
  const given = (hold: ClosedHold) => ({ ...hold, refunded: (hold.refunded ?? 0) + units });
  const isCharge = (hold: ClosedHold) => hold.holdId === holdId && hold.status === 'settled';
  if (!book.closed.some(isCharge)) return book;
  return { ...book, closed: book.closed.map((hold) => (isCharge(hold) ? given(hold) : hold)) };
}

/** Folds a hold from its own entries, which are in order. */
export function holdIn(entries: Iterable<{ entry: HoldEvent; revision: number }>, holdId: string): Hold | undefined {
  let book = NO_HOLDS;
  for (const { entry, revision } of entries) {
    if (entry.data.holdId === holdId) book = withEntry(book, entry, revision, 1);
  }
  return findHold(book, holdId);
}

export const openHolds = ({ open }: HoldBook): [string, OpenHold][] => Object.entries(open);

export interface KnownRefund {
  refundId: string;
  holdId: string;
  units: number;
  reason: string;
  revision: number;
}

/**
 * The newest refunds. They serve to recognise a repeat or a reused id, and to complete the refunds that were read from
 * the history.
 */
export interface RefundBook {
  newest: readonly KnownRefund[];
  /** Revision of the newest evicted refund; -1 while no refund was evicted. */
  forgotten: number;
}

export const NO_REFUNDS: RefundBook = { newest: [], forgotten: -1 };

export function withRefund({ newest, forgotten }: RefundBook, refund: KnownRefund, kept: number): RefundBook {
  const all = [...newest, refund];
  const [oldest] = all;
  return all.length <= kept || !oldest
    ? { newest: all, forgotten }
    : { newest: all.slice(1), forgotten: oldest.revision };
}

/** Folds a hold's refunds from its own entries. */
export function refundsIn(entries: Iterable<{ entry: HoldEvent; revision: number }>, holdId: string): KnownRefund[] {
  const found: KnownRefund[] = [];
  for (const { entry, revision } of entries) {
    if (entry.type !== 'ZapsRefunded' || entry.data.holdId !== holdId) continue;
    const { refundId, units, reason } = entry.data;
    found.push({ refundId, holdId, units, reason, revision });
  }
  return found;
}

/** Ledger units charged for a hold, and how many of these units were refunded. */
export interface ChargedUnits {
  charged: number;
  refunded: number;
}

/**
 * Returns the charge of a settled hold; null for any other hold. If the hold comes from the history, its later refunds
 * are taken from the book.
 * @throws Evicted when some refunds may be missing
 */
export function chargeOf(hold: Hold | undefined, refunds: RefundBook, recalled?: HoldHistory): ChargedUnits | null {
  if (hold?.status !== 'settled') return null;
  const { holdId, units, charged = units, refunded = 0 } = hold;
  if (hold !== recalled?.hold) return { charged, refunded };
  const { refundsUpTo } = recalled;
  if (refunds.forgotten > refundsUpTo) throw new Evicted('refunds', refunds.forgotten);
  const since = refunds.newest.filter((refund) => refund.holdId === holdId && refund.revision > refundsUpTo);
  return { charged, refunded: since.reduce((sum, refund) => sum + refund.units, refunded) };
}

/** The history, read from the log, of a hold that may be evicted from the wallet's state. */
export interface HoldHistory {
  hold: Hold | undefined;
  /** Revision up to which the entries that open and close the hold are certainly included. */
  upTo: number;
  /** Revision up to which the hold's refunds are included. */
  refundsUpTo: number;
  /** All refunds of the hold that are not in the state; some refunds that are in the state may be included too. */
  refunds: readonly KnownRefund[];
}

/**
 * Thrown when a decision needs data that was evicted from the wallet's state: the history has to be read up to this
 * revision or further.
 */
export class Evicted extends Error {
  constructor(
    readonly what: 'hold' | 'refunds',
    readonly since: number,
  ) {
    super(`The wallet remembers no ${what} up to revision ${since}`);
  }
}

/**
 * Returns a hold from the state or the history.
 * @throws Evicted when neither of them shows whether the hold exists
 */
export function holdOf(book: HoldBook, holdId: string, recalled?: HoldHistory): Hold | undefined {
  const remembered = findHold(book, holdId);
  if (remembered) return remembered;
  const hold = recalled?.hold;
  // An open hold would be in the state, so a history in which the hold is still open is outdated.
  if (hold && hold.status !== 'open') return hold;
  if (book.forgotten > (recalled?.upTo ?? -1)) throw new Evicted('hold', book.forgotten);
  return undefined;
}

/** Returns which history a decision on the hold needs; null when the state has the hold or has evicted no hold. */
export function historyNeeded(book: HoldBook, holdId: string): Pick<Evicted, 'what' | 'since'> | null {
  return findHold(book, holdId) || book.forgotten < 0 ? null : { what: 'hold', since: book.forgotten };
}

/** Maximum attempts at a decision; more would only be needed if a wallet closed a hundred holds between two reads. */
const MOST = 5;

/** Makes a decision; if the state lacks evicted data, makes it again with the history. */
export async function withHistoryLookup<T>(
  recall: (forgotten: Evicted) => Promise<HoldHistory>,
  decide: (recalled?: HoldHistory) => Promise<T>,
): Promise<T> {
  let recalled: HoldHistory | undefined;
  for (let attempt = 0; attempt < MOST; attempt++) {
    try {
      return await decide(recalled);
    } catch (error) {
      if (!(error instanceof Evicted)) throw error;
      recalled = await recall(error);
    }
  }
  throw new DomainError('conflict', 'This wallet is very busy. Please try again.');
}
