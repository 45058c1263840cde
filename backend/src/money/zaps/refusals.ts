import type { DomainEvent } from '../../eventsourcing/domain/domain-event';
import type { Refusable } from '../../eventsourcing/refusals/refusals';
import { refusable } from '../../eventsourcing/refusals/refusals';
import type { HoldHistory } from './domain/hold-book';
import { decideReserve } from './domain/hold-zaps';
import type { Reservation } from './domain/hold-zaps';
import { decideRefund, RefundCharge } from './domain/refund-charge';
import { decideOutcome, refundRequestAggregate } from './domain/refund-request';
import type { RefundRequestEvent, RefundRequestState } from './domain/refund-request';
import { walletAggregate } from './domain/wallet';
import type { WalletState } from './domain/wallet';

export const RESERVE_ZAPS = 'ReserveZaps';
export const DECIDE_REFUND = 'DecideRefund';

/** History of an unknown hold, for refusals: they concern a new hold, so the log has no entry with its id. */
const UNKNOWN: HoldHistory = { hold: undefined, upTo: Infinity, refundsUpTo: Infinity, refunds: [] };

/** The decisions about zaps whose refusals are recorded. */
export const zapsRefusals: Refusable[] = [
  {
    command: RESERVE_ZAPS,
    aggregate: walletAggregate,
    decide: ({ data }, state, env): DomainEvent[] =>
      decideReserve(data as Reservation, state as WalletState, env, UNKNOWN),
  },
  refusable(RefundCharge, walletAggregate, decideRefund),
  {
    command: DECIDE_REFUND,
    aggregate: refundRequestAggregate,
    decide: ({ data }, state) =>
      decideOutcome(data as Exclude<RefundRequestEvent, { type: 'RefundAsked' }>)(state as RefundRequestState),
  },
];
