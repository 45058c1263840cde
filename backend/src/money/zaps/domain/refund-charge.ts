import { toZaps } from '@storyreel/contracts';
import { AggregateCommand, handlerFor } from '../../../eventsourcing/commands/command-handler';
import type { Environment } from '../../../eventsourcing/domain/aggregate';
import { DomainError, keyReused, notFound } from '../../../lib/domain-error';
import { move, type Purpose, type WalletEvent } from './wallet-entry';
import { chargeOf, Evicted, holdOf } from './hold-book';
import type { ChargedUnits, HoldHistory, KnownRefund } from './hold-book';
import { checkApprover, ownCharge } from './refund-request';
import { nextEntry, walletAggregate, type WalletState } from './wallet';

interface Refund {
  refundId: string;
  /** Id of the charge, which is a settled hold. */
  holdId: string;
  units: number;
  reason: string;
  /**
   * Purpose of the charge, read from its own entries, since the state does not keep the purposes of many thousands of
   * charges.
   */
  purpose: Purpose;
  priceVersion: string;
  reservedAt: string;
  by: string;
  /** Id of a second member of finance, required for a refund of more than `alone`. */
  approvedBy?: string;
  /** Maximum units of one charge that one person may refund alone; unlimited when absent. */
  alone?: number;
  /** The history, read from the log, of a charge that was evicted from the wallet's state. */
  recalled?: HoldHistory;
}

export class RefundCharge extends AggregateCommand<WalletState, Refund> {}

/**
 * Returns the charge of a hold.
 * @throws Evicted
 */
export const chargedBy = (
  { holds, refunds }: WalletState,
  holdId: string,
  recalled?: HoldHistory,
): ChargedUnits | null => chargeOf(holdOf(holds, holdId, recalled), refunds, recalled);

/** Rejects a refund that one person may not make alone. */
export class NeedsApproval extends DomainError {
  constructor(alone: number) {
    super('conflict', `A refund of more than ${toZaps(alone)} zaps of a charge needs a second person of finance.`);
  }
}

/**
 * Refunds a charge. The refunds of one charge never exceed the charge; a repeated refund does nothing.
 * @throws Evicted, NeedsApproval
 */
export function decideRefund({ data }: RefundCharge, state: WalletState, environment: Environment): WalletEvent[] {
  const {
    refundId,
    holdId,
    units,
    reason,
    purpose,
    priceVersion,
    reservedAt,
    by,
    approvedBy,
    alone = Infinity,
    recalled,
  } = data;
  const isSame = (refund: KnownRefund): boolean => refund.refundId === refundId;
  const known = state.refunds.newest.find(isSame) ?? recalled?.refunds.find(isSame);
  if (known) {
    if (known.holdId !== holdId || known.units !== units || known.reason !== reason) throw keyReused();
    return [];
  }
  const charge = chargedBy(state, holdId, recalled);
  if (!charge) throw notFound();
  // A charge without refunds has none that could have been evicted.
  const { forgotten } = state.refunds;
  if (charge.refunded > 0 && forgotten > (recalled?.refundsUpTo ?? -1)) throw new Evicted('refunds', forgotten);
  const left = charge.charged - charge.refunded;
  if (units > left) {
    const words = left > 0 ? `Only ${toZaps(left)} zaps of this charge can still be refunded.` : NOTHING_LEFT;
    throw new DomainError('conflict', words);
  }
  if (by === environment.ownerId) throw ownCharge();
  if (approvedBy !== undefined) checkApprover(approvedBy, { by, userId: environment.ownerId });
  else if (charge.refunded + units > alone) throw new NeedsApproval(alone);
  const postings = move(units, 'refunds', 'available');
  const approved = approvedBy === undefined ? {} : { approvedBy };
  const entry = { refundId, holdId, units, reason, purpose, priceVersion, reservedAt, by, ...approved, postings };
  return [nextEntry(state, environment, { type: 'ZapsRefunded', data: entry })];
}

const NOTHING_LEFT = 'Nothing of this charge is left to refund.';

export const RefundChargeHandler = handlerFor(RefundCharge, walletAggregate, decideRefund);
