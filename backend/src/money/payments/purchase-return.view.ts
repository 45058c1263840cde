import { foldContextOf, idOfStream } from '../../eventsourcing/domain/aggregate';
import type { View } from '../../eventsourcing/views/view';
import { owedUnits, type WalletEvent } from '../zaps';
import {
  dueUnits,
  paymentAggregate,
  type PaymentEvent,
  type PaymentState,
  type ReturnedMoney,
  returnedMoney,
} from './payment';

/** A decision about the zaps of a purchase whose money was returned. */
interface ReturnDecision {
  id: string;
  answer: 'taken_back' | 'left' | 'given_back';
  /** Negative for zaps that were given back, like the figures below. */
  dueUnits: number;
  units: number;
  /** Amount in the currency's smallest unit. */
  amount: number;
  reason: string;
  by: string;
  at: string;
}

/** A purchase. When its money is returned, finance decides about its zaps. */
export interface PurchaseReturnRow {
  /** Id of the checkout. */
  id: string;
  payment: PaymentState;
  userId: string | null;
  /**
   * open: waits for finance. owed: zaps were taken back, but the money has reached the seller again since. disputed:
   * the bank has to decide first. decided: finance has decided. closed: the seller has the money again. none: no return
   * was reported.
   */
  state: 'none' | 'open' | 'owed' | 'disputed' | 'decided' | 'closed';
  /** Returned money that no decision covers yet, and the zaps that it had paid for, in ledger units. */
  dueAmount: number;
  dueUnits: number;
  /** Zaps to give back, in ledger units. */
  owedUnits: number;
  decisions: readonly ReturnDecision[];
  changedAt: string;
  position: string;
}

type Decided = Extract<WalletEvent, { type: 'PurchaseReturnDecided' | 'TakenZapsGivenBack' }>;

export const purchaseReturnView: View<PurchaseReturnRow, PaymentEvent | Decided> = {
  name: 'purchase_return',
  version: 2,
  columns: {
    id: { type: 'uuid' },
    payment: { type: 'jsonb' },
    userId: { type: 'uuid', nullable: true },
    state: { type: 'text' },
    dueAmount: { type: 'double precision' },
    dueUnits: { type: 'double precision' },
    owedUnits: { type: 'double precision' },
    decisions: { type: 'jsonb' },
    changedAt: { type: 'timestamptz' },
    position: { type: 'text' },
  },
  key: 'id',
  indexes: [['state', 'position']],
  types: [
    'CheckoutStarted',
    'CheckoutOpened',
    'PaymentConfirmed',
    'PaymentFailed',
    'PaymentHeld',
    'PaymentReturned',
    'PaymentReturnFailed',
    'PaymentDisputed',
    'PaymentDisputeClosed',
    'PurchaseReturnDecided',
    'TakenZapsGivenBack',
  ],
  keys: (event) => [isDecided(event) ? event.data.purchaseId : idOfStream(event.streamId)],
  evolve(row, event, id) {
    if (row && event.position <= row.position) return row;
    const before = row ?? { payment: paymentAggregate.initial, decisions: [] };
    const payment = isDecided(event)
      ? before.payment
      : paymentAggregate.evolve(before.payment, event, foldContextOf(event));
    const decisions = isDecided(event) ? [...before.decisions, decisionIn(event)] : before.decisions;
    const userId = payment.asked?.userId ?? null;
    const question = questionOf(payment, decisions);
    return { id, payment, userId, ...question, decisions, changedAt: event.metadata.at, position: event.position };
  },
};

const isDecided = (event: PaymentEvent | Decided): event is Decided =>
  event.type === 'PurchaseReturnDecided' || event.type === 'TakenZapsGivenBack';

function decisionIn({ type, data }: Decided): ReturnDecision {
  const { decisionId: id, dueUnits: due, units, returned, reason, by, at } = data;
  return type === 'TakenZapsGivenBack'
    ? { id, answer: 'given_back', dueUnits: 0 - due, units: 0 - units, amount: 0 - returned.amount, reason, by, at }
    : { id, answer: data.answer, dueUnits: due, units, amount: returned.amount, reason, by, at };
}

function questionOf(payment: PaymentState, decisions: readonly ReturnDecision[]) {
  const money = returnedMoney(payment);
  if (!money?.wasTold) return { state: 'none' as const, dueAmount: 0, dueUnits: 0, owedUnits: 0 };
  const undecided = money.gone - sumOf(decisions.map(({ amount }) => amount));
  const allDue = dueUnits(payment.asked, money);
  const due = allDue - sumOf(decisions.map((decision) => decision.dueUnits));
  const owed = undecided < 0 ? owedUnits(decisions, allDue) : 0;
  const state = undecided > 0 ? ('open' as const) : stateWithoutDue(money, decisions, owed);
  return { state, dueAmount: Math.max(0, undecided), dueUnits: Math.max(0, due), owedUnits: owed };
}

function stateWithoutDue({ gone, disputed }: ReturnedMoney, decisions: readonly ReturnDecision[], owed: number) {
  if (owed > 0) return 'owed' as const;
  if (disputed > 0) return 'disputed' as const;
  return gone > 0 && decisions.length > 0 ? ('decided' as const) : ('closed' as const);
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
