import { Body, Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import {
  checkoutRequestSchema,
  checkoutResponseSchema,
  checkoutSchema,
  pageQuerySchema,
  paymentSchema,
  paymentsQuerySchema,
  ZAP_PACKAGES,
} from '@storyreel/contracts';
import type { Checkout, CheckoutResponse, Payment } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { AccessLog } from '../../accounts/access';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { APP_CONFIG } from '../../infra/config/app-config';
import type { AppConfig } from '../../infra/config/app-config';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../infra/http/paging';
import { IdPipe } from '../../infra/http/request-params';
import { CurrentUser } from '../../infra/sessions';
import type { SessionUser } from '../../infra/sessions';
import { ForRole } from '../../infra/sessions/roles';
import { DomainError, notFound } from '../../lib/domain-error';
import { OpenCheckout, StartCheckout } from './payment';
import { PaymentQueries } from './payment.view';
import type { PaymentRow } from './payment.view';
import { STRIPE } from './stripe-gateway';
import type { StripeGateway } from './stripe-gateway';

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

/** The state shown to the buyer. Refunds and disputes after the credit are between buyer and provider, so not shown. */
const SHOWN: Record<PaymentRow['state'], Checkout['state']> = {
  open: 'open',
  paid: 'open',
  failed: 'failed',
  credited: 'credited',
  refunded: 'credited',
  disputed: 'credited',
  held: 'held',
};

class PaymentsQueryDto extends createZodDto(paymentsQuerySchema.extend(pageQuerySchema.shape)) {}

@Controller('api/audit/payments')
@ForRole('finance')
export class PaymentsController {
  constructor(
    @Inject(PaymentQueries) private readonly queries: PaymentQueries,
    @Inject(AccessLog) private readonly access: AccessLog,
  ) {}

  /** Newest first. */
  @Get()
  @Answers(z.array(paymentSchema))
  async payments(
    @CurrentUser() user: SessionUser,
    @Query() { state, limit, cursor }: PaymentsQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Payment[]> {
    await this.access.record(user, { what: 'payments', ownerId: null, detail: { state: state ?? 'all' } });
    return answerPage(response, await this.queries.page({ state, limit, cursor }));
  }
}
