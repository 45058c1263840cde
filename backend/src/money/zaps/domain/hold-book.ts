import { DomainError } from '../../../lib/domain-error';
import type { HoldPrice, Purpose, WalletEvent } from './wallet-entry';

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

export interface KnownRefund {
  refundId: string;
  holdId: string;
  units: number;
  reason: string;
  revision: number;
}

/** The newest refunds: so that a repeat is told from another refund with the same id, and none is overlooked. */
export interface RefundBook {
  newest: readonly KnownRefund[];
  /** Revision of the newest that is no longer remembered; -1 while all are. */
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

/** A hold's refunds by its own entries. */
export function refundsIn(entries: Iterable<{ entry: HoldEvent; revision: number }>, holdId: string): KnownRefund[] {
  const found: KnownRefund[] = [];
  for (const { entry, revision } of entries) {
    if (entry.type !== 'ZapsRefunded' || entry.data.holdId !== holdId) continue;
    const { refundId, units, reason } = entry.data;
    found.push({ refundId, holdId, units, reason, revision });
  }
  return found;
}

/** Ledger units that a hold has cost, and how many of them were refunded. */
export interface ChargedUnits {
  charged: number;
  refunded: number;
}

/**
 * Null unless the hold is settled. Of one that was recalled, the refunds since then are in the book.
 * @throws Forgotten when some of them may be missing
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

/** What the log says of a hold that a wallet's state may no longer remember. */
export interface HoldHistory {
  hold: Hold | undefined;
  /** The revision up to which no beginning and no end of the hold was overlooked. */
  upTo: number;
  /** The revision up to which the hold's refunds are in it. */
  refundsUpTo: number;
  /** Those of them that are not in the state, and maybe some that are. */
  refunds: readonly KnownRefund[];
}

/** A decision needs what the wallet's state has forgotten: it has to be recalled, at least up to a revision. */
export class Evicted extends Error {
  constructor(
    readonly what: 'hold' | 'refunds',
    readonly since: number,
  ) {
    super(`The wallet remembers no ${what} up to revision ${since}`);
  }
}

/** @throws Forgotten when neither state nor what was recalled can tell whether there is such a hold */
export function holdOf(book: HoldBook, holdId: string, recalled?: HoldHistory): Hold | undefined {
  const remembered = findHold(book, holdId);
  if (remembered) return remembered;
  const hold = recalled?.hold;
  // One that is open is in the state. What was recalled before it was closed says nothing of it any more.
  if (hold && hold.status !== 'open') return hold;
  if (book.forgotten > (recalled?.upTo ?? -1)) throw new Evicted('hold', book.forgotten);
  return undefined;
}

/** What a decision on the hold is going to ask for, unless entries that come later tell. */
export function historyNeeded(book: HoldBook, holdId: string): Pick<Evicted, 'what' | 'since'> | null {
  return findHold(book, holdId) || book.forgotten < 0 ? null : { what: 'hold', since: book.forgotten };
}

/** Only a wallet in which a hundred holds are closed between two readings makes it recall more often. */
const MOST = 5;

/** Decides; when the state has forgotten what that needs, again with what was recalled. */
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
