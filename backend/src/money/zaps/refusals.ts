import type { Refusable } from '../../eventsourcing/refusals/refusals';
import { refusable, refusableAs } from '../../eventsourcing/refusals/refusals';
import type { HoldHistory } from './domain/hold-book';
import { decideReserve } from './domain/hold-zaps';
import type { Reservation } from './domain/hold-zaps';
import { decideRefund, RefundCharge } from './domain/refund-charge';
import { decideOutcome, refundRequestAggregate } from './domain/refund-request';
import type { RefundRequestEvent, RefundRequestState } from './domain/refund-request';
import { walletAggregate } from './domain/wallet';
import type { WalletState } from './domain/wallet';
import type { WalletEvent } from './domain/wallet-entry';

type RefundOutcome = Exclude<RefundRequestEvent, { type: 'RefundAsked' }>;

export const RESERVE_ZAPS = 'ReserveZaps';
export const DECIDE_REFUND = 'DecideRefund';

/** History of an unknown hold, for refusals: they concern a new hold, so the log has no entry with its id. */
const UNKNOWN: HoldHistory = { hold: undefined, upTo: Infinity, refundsUpTo: Infinity, refunds: [] };

/** The decisions about zaps whose refusals are recorded. */
export const zapsRefusals: Refusable[] = [
  refusableAs<Reservation, WalletState, WalletEvent>(RESERVE_ZAPS, walletAggregate, ({ data }, state, env) =>
    decideReserve(data, state, env, UNKNOWN),
  ),
  refusable(RefundCharge, walletAggregate, decideRefund),
  refusableAs<RefundOutcome, RefundRequestState, RefundRequestEvent>(
    DECIDE_REFUND,
    refundRequestAggregate,
    ({ data }, state) => decideOutcome(data)(state),
  ),
];
