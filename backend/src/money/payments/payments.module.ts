import { Module } from '@nestjs/common';
import { APP_CONFIG, type AppConfig } from '../../infra/config/app-config';
import { OpenCheckoutHandler, ReportPaymentHandler, StartCheckoutHandler } from './payment';
import { CheckoutController, PaymentsController } from './payments.controller';
import { StripeWebhookController } from './stripe-webhook.controller';
import { STRIPE, StripeGateway } from './stripe-gateway';
import { PaymentQueries } from './payment.view';

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
