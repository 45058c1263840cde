import { Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../platform/config/app-config';
import { OpenCheckoutHandler, StartCheckoutHandler } from './domain/start-checkout';
import { ReportPaymentHandler } from './domain/report-payment';
import { CheckoutController } from './http/checkout.controller';
import { PaymentsController } from './http/payments.controller';
import { StripeWebhookController } from './http/stripe-webhook.controller';
import { STRIPE, StripeGateway } from './stripe/stripe-gateway';
import { PaymentQueries } from './views/payment-queries';

@Module({
  controllers: [CheckoutController, StripeWebhookController, PaymentsController],
  providers: [
    StartCheckoutHandler,
    OpenCheckoutHandler,
    ReportPaymentHandler,
    PaymentQueries,
    {
      provide: STRIPE,
      inject: [APP_CONFIG],
      useFactory: ({ stripe }: Pick<AppConfig, 'stripe'>) => (stripe ? new StripeGateway(stripe) : null),
    },
  ],
})
export class PaymentsModule {}
