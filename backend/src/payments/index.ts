import { creditPaymentReactor } from './credit-payment.process';
import { paymentPushRule } from './payments.push';
import { paymentView } from './views/payment.view';

export { paymentAggregate, type PaymentEvent } from './domain/payment';
export { PaymentsModule } from './payments.module';

export const paymentViews = [paymentView];
export const paymentReactors = [creditPaymentReactor];
export const paymentPushRules = [paymentPushRule];
