import type { Payment } from '@storyreel/contracts';
import { entityOf, type View } from '../../platform/views/view';
import { idOfStream } from '../../platform/domain/aggregate';
import type { WalletEvent } from '../../zaps';
import type { PaymentEvent } from '../domain/payment';

export interface PaymentRow {
  id: string;
  userId: string | null;
  provider: string;
  sessionId: string | null;
  paymentId: string | null;
  zaps: number;
  amount: number | null;
  currency: string | null;
  state: Payment['state'];
  reason: string | null;
  createdAt: string;
  changedAt: string;
  position: string;
}

type Step = PaymentEvent | Extract<WalletEvent, { type: 'ZapsPurchased' }>;

const EMPTY = {
  userId: null,
  provider: 'stripe',
  sessionId: null,
  paymentId: null,
  zaps: 0,
  amount: null,
  currency: null,
  state: 'open' as const,
  reason: null,
};

/** What became of each checkout: from its beginning to the zaps, or to why there are none. */
export const paymentView: View<PaymentRow, Step> = {
  name: 'payment',
  version: 1,
  columns: {
    id: { type: 'uuid' },
    userId: { type: 'uuid', nullable: true },
    provider: { type: 'text' },
    sessionId: { type: 'text', nullable: true },
    paymentId: { type: 'text', nullable: true },
    zaps: { type: 'double precision' },
    amount: { type: 'double precision', nullable: true },
    currency: { type: 'text', nullable: true },
    state: { type: 'text' },
    reason: { type: 'text', nullable: true },
    createdAt: { type: 'text' },
    changedAt: { type: 'text' },
    position: { type: 'text' },
  },
  key: 'id',
  indexes: [['position'], ['state', 'position'], ['paymentId']],
  types: [
    'CheckoutStarted',
    'CheckoutOpened',
    'PaymentConfirmed',
    'PaymentFailed',
    'PaymentHeld',
    'PaymentReturned',
    'PaymentDisputed',
    'ZapsPurchased',
  ],
  stopOnPoison: true,
  keys: (event) => [event.type === 'ZapsPurchased' ? event.data.purchaseId : idOfStream(event.streamId)],
  evolve(row, event, id) {
    if (row && event.position <= row.position) return row;
    const { position } = event;
    const { at } = event.metadata;
    // Zaps are also bought without a payment provider.
    if (event.type === 'ZapsPurchased') {
      return (
        row && {
          ...row,
          state: row.state === 'open' || row.state === 'paid' ? 'credited' : row.state,
          changedAt: at,
          position,
        }
      );
    }
    const before = row ?? { ...EMPTY, id, createdAt: at };
    return { ...before, ...changeOf(event, before), changedAt: at, position };
  },
};

function changeOf(
  event: PaymentEvent,
  { state, sessionId, paymentId }: Omit<PaymentRow, 'changedAt' | 'position'>,
): Partial<PaymentRow> {
  const ids = (data: { sessionId: string | null; paymentId: string | null }) => ({
    sessionId: data.sessionId ?? sessionId,
    paymentId: data.paymentId ?? paymentId,
  });
  switch (event.type) {
    case 'CheckoutStarted': {
      const { userId, zaps, provider } = event.data;
      return { userId, zaps, provider };
    }
    case 'CheckoutOpened':
      return { sessionId: event.data.sessionId };
    case 'PaymentConfirmed':
      return { ...ids(event.data), ...event.data.paid, state: 'paid', reason: null };
    case 'PaymentFailed':
      return { ...ids(event.data), state: 'failed', reason: event.data.reason };
    case 'PaymentHeld':
      return { ...ids(event.data), ...event.data.paid, state: 'held', reason: event.data.reason };
    case 'PaymentReturned':
      return { ...ids(event.data), state: state === 'disputed' ? state : 'refunded', reason: event.data.reason };
    case 'PaymentDisputed':
      return { ...ids(event.data), state: 'disputed', reason: event.data.reason };
    default:
      return event satisfies never;
  }
}

export const paymentEntity = entityOf(paymentView);
