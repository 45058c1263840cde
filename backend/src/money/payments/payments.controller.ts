import { Body, Controller, Get, Inject, Param, Post, Query, Res } from '@nestjs/common';
import {
  checkoutRequestSchema,
  checkoutResponseSchema,
  checkoutSchema,
  decideReturnRequestSchema,
  decideReturnResponseSchema,
  pageQuerySchema,
  paymentSchema,
  paymentsQuerySchema,
  toZaps,
  ZAP_PACKAGES,
} from '@storyreel/contracts';
import type { Checkout, CheckoutResponse, DecideReturnResponse, Payment } from '@storyreel/contracts';
import type { Response } from 'express';
import { createZodDto } from 'nestjs-zod';
import { z } from 'zod';
import { AccessLog } from '../../accounts/access';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { CommandId, Idempotent } from '../../eventsourcing/commands/idempotency';
import { APP_CONFIG, originOf } from '../../infra/config/app-config';
import type { AppConfig } from '../../infra/config/app-config';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { answerPage } from '../../infra/http/paging';
import { IdPipe } from '../../infra/http/request-params';
import { CurrentUser } from '../../infra/sessions';
import type { SessionUser } from '../../infra/sessions';
import { ForRole } from '../../infra/sessions/roles';
import { DomainError, notFound } from '../../lib/domain-error';
import { DecidePurchaseReturn } from '../zaps';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { dueUnits, OpenCheckout, paymentAggregate, returnedMoney, StartCheckout } from './payment';
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
    private readonly dispatcher: CommandDispatcher,
    private readonly payments: PaymentQueries,
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
    const returnUrl = `${originOf(this.config).replace(/\/+$/, '')}/credits?checkout=${id}`;
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

/**
 * The state shown to the buyer. Refunds and disputes after the zaps were added are not shown, since the buyer settles
 * them with the provider.
 */
const SHOWN: Record<PaymentRow['state'], Checkout['state']> = {
  open: 'open',
  paid: 'open',
  failed: 'failed',
  credited: 'credited',
  refunded: 'credited',
  disputed: 'credited',
  held: 'held',
};

class DecideReturnDto extends createZodDto(decideReturnRequestSchema) {}
class PaymentsQueryDto extends createZodDto(paymentsQuerySchema.extend(pageQuerySchema.shape)) {}

@Controller('api/audit')
@ForRole('finance')
export class PaymentsController {
  constructor(
    private readonly queries: PaymentQueries,
    private readonly store: AggregateStore,
    private readonly dispatcher: CommandDispatcher,
    private readonly access: AccessLog,
  ) {}

  /** Lists payments, newest first. */
  @Get('payments')
  @Answers(z.array(paymentSchema))
  async payments(
    @CurrentUser() user: SessionUser,
    @Query() { state, limit, cursor }: PaymentsQueryDto,
    @Res({ passthrough: true }) response: Response,
  ): Promise<Payment[]> {
    await this.access.record(user, { what: 'payments', ownerId: null, detail: { state: state ?? 'all' } });
    return answerPage(response, await this.queries.page({ state, limit, cursor }));
  }

  /**
   * Decides about the zaps of a purchase whose money was returned: takes back as many as are left, or leaves them;
   * gives taken zaps back when the money came back.
   */
  @Post('returns/:id/decide')
  @Idempotent()
  @Answers(decideReturnResponseSchema)
  async decide(
    @Param('id', IdPipe) purchaseId: string,
    @CurrentUser() user: SessionUser,
    @Body() { answer, returned, reason }: DecideReturnDto,
    @CommandId() decisionId: string,
  ): Promise<DecideReturnResponse> {
    const payment = await this.store.load(paymentAggregate, purchaseId);
    const money = returnedMoney(payment);
    if (!money || !payment.asked) throw notFound();
    if (money.gone !== returned) {
      throw new DomainError('conflict', 'Another amount was returned meanwhile. Please look at it again.');
    }
    const { currency } = money.paid;
    const about = { decisionId, purchaseId, answer, reason: reason.trim(), by: user.id };
    const due = { dueUnits: dueUnits(payment.asked, money), returned: { amount: returned, currency } };
    // A wallet's events belong to the wallet's owner, whoever causes them.
    const context = { ...this.dispatcher.context(user, decisionId), ownerId: payment.asked.userId };
    const { state } = await this.dispatcher.execute(
      new DecidePurchaseReturn(payment.asked.userId, { ...about, ...due }, context),
    );
    const decided = state.returns.find((known) => known.decisionId === decisionId);
    const zaps = Math.abs(decided?.units ?? 0);
    return {
      decisionId,
      answer,
      zaps: toZaps(zaps),
      lost: toZaps(answer === 'taken_back' ? (decided?.dueUnits ?? 0) - zaps : 0),
    };
  }
}
