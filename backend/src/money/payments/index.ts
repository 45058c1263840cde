import { creditPaymentReactor } from './credit-payment.reactor';
import { paymentPushRule, paymentView } from './payment.view';
import { purchaseReturnView } from './purchase-return.view';

export { paymentAggregate, type PaymentEvent, returnedMoney } from './payment';
export { type PurchaseReturnRow, purchaseReturnView } from './purchase-return.view';
export { PaymentsModule } from './payments.module';

export const paymentViews = [paymentView, purchaseReturnView];
export const paymentReactors = [creditPaymentReactor];
export const paymentPushRules = [paymentPushRule];
