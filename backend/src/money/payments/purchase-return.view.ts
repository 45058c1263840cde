import { foldContextOf, idOfStream } from '../../eventsourcing/domain/aggregate';
import type { View } from '../../eventsourcing/views/view';
import type { WalletEvent } from '../zaps';
import { dueUnits, paymentAggregate, type PaymentEvent, type PaymentState, returnedMoney } from './payment';

/** A decision about the zaps of a purchase whose money was returned. */
interface ReturnDecision {
  id: string;
  answer: 'taken_back' | 'left';
  dueUnits: number;
  units: number;
  /** In the currency's smallest unit. */
  amount: number;
  reason: string;
  by: string;
  at: string;
}

/** A purchase; a question for finance once its money is returned. */
export interface PurchaseReturnRow {
  /** Of the checkout. */
  id: string;
  payment: PaymentState;
  userId: string | null;
  /** open: finance decides. disputed: the bank decides first. decided; closed: the money is here. none: never told of. */
  state: 'none' | 'open' | 'disputed' | 'decided' | 'closed';
  /** Money that no decision has covered, and its zaps in ledger units. */
  dueAmount: number;
  dueUnits: number;
  decisions: readonly ReturnDecision[];
  changedAt: string;
  position: string;
}

type Decided = Extract<WalletEvent, { type: 'PurchaseReturnDecided' }>;

export const purchaseReturnView: View<PurchaseReturnRow, PaymentEvent | Decided> = {
  name: 'purchase_return',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    payment: { type: 'jsonb' },
    userId: { type: 'uuid', nullable: true },
    state: { type: 'text' },
    dueAmount: { type: 'double precision' },
    dueUnits: { type: 'double precision' },
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
  ],
  keys: (event) => [event.type === 'PurchaseReturnDecided' ? event.data.purchaseId : idOfStream(event.streamId)],
  evolve(row, event, id) {
    if (row && event.position <= row.position) return row;
    const before = row ?? { payment: paymentAggregate.initial, decisions: [] };
    const payment =
      event.type === 'PurchaseReturnDecided'
        ? before.payment
        : paymentAggregate.evolve(before.payment, event, foldContextOf(event));
    const decisions =
      event.type === 'PurchaseReturnDecided' ? [...before.decisions, decisionIn(event.data)] : before.decisions;
    const userId = payment.asked?.userId ?? null;
    const question = questionOf(payment, decisions);
    return { id, payment, userId, ...question, decisions, changedAt: event.metadata.at, position: event.position };
  },
};

const decisionIn = ({ decisionId: id, answer, dueUnits: due, units, returned, reason, by, at }: Decided['data']) => ({
  id,
  answer,
  dueUnits: due,
  units,
  amount: returned.amount,
  reason,
  by,
  at,
});

function questionOf(payment: PaymentState, decisions: readonly ReturnDecision[]) {
  const money = returnedMoney(payment);
  if (!money?.wasTold) return { state: 'none' as const, dueAmount: 0, dueUnits: 0 };
  const dueAmount = Math.max(0, money.gone - sumOf(decisions.map(({ amount }) => amount)));
  const due = dueUnits(payment.asked, money) - sumOf(decisions.map((decision) => decision.dueUnits));
  const state = dueAmount > 0 ? ('open' as const) : stateWithoutDue(money.disputed, decisions);
  return { state, dueAmount, dueUnits: Math.max(0, due) };
}

const stateWithoutDue = (disputed: number, decisions: readonly ReturnDecision[]) =>
  disputed > 0 ? ('disputed' as const) : decisions.length > 0 ? ('decided' as const) : ('closed' as const);

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, each) => sum + each, 0);
