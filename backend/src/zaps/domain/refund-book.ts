import type { Hold, HoldEvent } from './hold-book';
import { Evicted, type HoldHistory } from './recalled';

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
