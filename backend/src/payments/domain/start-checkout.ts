import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import { type Money, paymentAggregate, type PaymentEvent, type PaymentState } from './payment';

interface NewCheckout {
  userId: string;
  zaps: number;
  price: Money;
  provider: string;
}

export class StartCheckout extends AggregateCommand<PaymentState, NewCheckout> {}

/** Written before the provider is asked, so that whatever it tells later finds what it is about. */
export const decideStart = ({ data }: StartCheckout, { asked }: PaymentState): PaymentEvent[] =>
  asked ? [] : [{ type: 'CheckoutStarted', data }];

export const StartCheckoutHandler = handlerFor(StartCheckout, paymentAggregate, decideStart);

export class OpenCheckout extends AggregateCommand<PaymentState, { sessionId: string }> {}

export const decideOpen = ({ data }: OpenCheckout, { sessionId }: PaymentState): PaymentEvent[] =>
  sessionId === data.sessionId ? [] : [{ type: 'CheckoutOpened', data }];

export const OpenCheckoutHandler = handlerFor(OpenCheckout, paymentAggregate, decideOpen);
