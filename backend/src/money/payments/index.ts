import { creditPaymentReactor } from './credit-payment.reactor';
import { paymentPushRule, paymentView } from './payment.view';

export { paymentAggregate, type PaymentEvent } from './payment';
export { PaymentsModule } from './payments.module';

export const paymentViews = [paymentView];
export const paymentReactors = [creditPaymentReactor];
export const paymentPushRules = [paymentPushRule];
