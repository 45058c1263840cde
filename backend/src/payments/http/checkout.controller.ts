import { Body, Controller, Get, Inject, Param, Post } from '@nestjs/common';
import {
  type Checkout,
  checkoutRequestSchema,
  type CheckoutResponse,
  checkoutResponseSchema,
  checkoutSchema,
  ZAP_PACKAGES,
} from '@storyreel/contracts';
import { createZodDto } from 'nestjs-zod';
import { CommandDispatcher } from '../../platform/commands/command-dispatcher';
import { APP_CONFIG, type AppConfig } from '../../platform/config/app-config';
import { DomainError, notFound } from '../../platform/domain/domain-error';
import { IdPipe } from '../../platform/http/id.pipe';
import { CommandId, Idempotent } from '../../platform/idempotency';
import { Answers } from '../../platform/openapi/answers.decorator';
import { CurrentUser, type SessionUser } from '../../platform/sessions';
import { OpenCheckout, StartCheckout } from '../domain/start-checkout';
import { STRIPE, type StripeGateway } from '../stripe/stripe-gateway';
import type { PaymentRow } from '../views/payment.view';
import { PaymentQueries } from '../views/payment-queries';

class CheckoutDto extends createZodDto(checkoutRequestSchema) {}

const CURRENCY = 'usd';

@Controller('api/credits')
export class CheckoutController {
  constructor(
    @Inject(STRIPE) private readonly stripe: StripeGateway | null,
    @Inject(CommandDispatcher) private readonly dispatcher: CommandDispatcher,
    @Inject(PaymentQueries) private readonly payments: PaymentQueries,
    @Inject(APP_CONFIG) private readonly config: Pick<AppConfig, 'publicUrl' | 'port'>,
  ) {}

  @Post('checkout')
  @Idempotent()
  @Answers(checkoutResponseSchema)
  async start(
    @CurrentUser() user: SessionUser,
    @Body() { amount }: CheckoutDto,
    @CommandId() id: string,
  ): Promise<CheckoutResponse> {
    const pack = ZAP_PACKAGES.find(({ zaps }) => zaps === amount);
    if (!this.stripe || !pack) throw new DomainError('not_available', "Purchases aren't set up here yet.");
    const price = { amount: Math.round(pack.usd * 100), currency: CURRENCY };
    const checkout = { userId: user.id, zaps: pack.zaps, price, provider: 'stripe' };
    const context = this.dispatcher.context(user, id);
    await this.dispatcher.execute(new StartCheckout(id, checkout, context));
    const base = this.config.publicUrl ?? `http://localhost:${this.config.port}`;
    const returnUrl = `${base.replace(/\/+$/, '')}/credits?checkout=${id}`;
    const session = await this.stripe.createSession({ checkoutId: id, title: `${pack.zaps} zaps`, price, returnUrl });
    await this.dispatcher.execute(new OpenCheckout(id, { sessionId: session.id }, context));
    return { id, url: session.url };
  }

  @Get('checkouts/:id')
  @Answers(checkoutSchema)
  async checkout(@Param('id', IdPipe) id: string, @CurrentUser() user: SessionUser): Promise<Checkout> {
    const row = await this.payments.checkoutOf(user.id, id);
    if (!row) throw notFound();
    return { id, zaps: row.zaps, state: SHOWN[row.state], createdAt: row.createdAt };
  }
}

/** What its buyer is told. What happens to the money after the zaps are there is between them and the provider. */
const SHOWN: Record<PaymentRow['state'], Checkout['state']> = {
  open: 'open',
  paid: 'open',
  failed: 'failed',
  credited: 'credited',
  refunded: 'credited',
  disputed: 'credited',
  held: 'held',
};
