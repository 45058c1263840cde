import { AggregateCommand, handlerFor } from '../../platform/commands/command-handler';
import { decideReport, paymentAggregate, type PaymentReport, type PaymentState } from './payment';

export class ReportPayment extends AggregateCommand<PaymentState, PaymentReport> {}

export const ReportPaymentHandler = handlerFor(ReportPayment, paymentAggregate, ({ data }, state, environment) =>
  decideReport(data, state, environment),
);
