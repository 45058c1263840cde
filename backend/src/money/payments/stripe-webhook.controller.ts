import { Controller, Headers, Inject, Post, Req } from '@nestjs/common';
import { receivedResponseSchema } from '@storyreel/contracts';
import type { Request } from 'express';
import { z } from 'zod';
import { CommandDispatcher } from '../../eventsourcing/commands/command-dispatcher';
import { ownCause, systemContext } from '../../eventsourcing/commands/command-context';
import { DomainError, notFound } from '../../lib/domain-error';
import { RawBody } from '../../infra/http/bodies';
import { derivedId } from '../../lib/ids';
import { Answers } from '../../infra/http/openapi/answers.decorator';
import { Public } from '../../infra/sessions';
import { AggregateStore } from '../../eventsourcing/commands/aggregate-store';
import { paymentAggregate, ReportPayment } from './payment';
import { STRIPE, type StripeGateway } from './stripe-gateway';
import { reportOf, type StripeReport } from './stripe-report';
import { PaymentQueries } from './payment.view';

/** Maximum bytes of a webhook's body, far more than any Stripe event has. */
const WEBHOOK_BYTES = 256 * 1024;

/** Webhook for Stripe's events, which Stripe repeats until it is answered with success. */
@Public()
@Controller('api/webhooks/stripe')
export class StripeWebhookController {
  constructor(
    @Inject(STRIPE) private readonly stripe: StripeGateway | null,
    private readonly dispatcher: CommandDispatcher,
    private readonly store: AggregateStore,
    private readonly payments: PaymentQueries,
  ) {}

  @Post()
  @RawBody(WEBHOOK_BYTES)
  @Answers(receivedResponseSchema)
  async receive(
    @Req() { body }: Request,
    @Headers('stripe-signature') signature: string | undefined,
  ): Promise<{ received: true }> {
    if (!this.stripe) throw notFound();
    if (!Buffer.isBuffer(body) || signature === undefined) {
      throw new DomainError('bad_request', "The signature doesn't match.");
    }
    const event = this.stripe.read(body, signature);
    const told = reportOf(event);
    if (told) await this.take(event.id, told);
    return { received: true };
  }

  private async take(eventId: string, told: StripeReport): Promise<void> {
    const paymentId = await this.paymentOf(told);
    if (paymentId === null) return;
    const { asked } = await this.store.load(paymentAggregate, paymentId);
    const cause = ownCause(derivedId('stripe-event', eventId));
    const context = systemContext('stripe', asked?.userId ?? paymentId, cause);
    await this.dispatcher.execute(new ReportPayment(paymentId, told.report, context));
  }

  /**
   * Returns the event's checkout. A payment with the product's mark but without a checkout here gets a record of its
   * own, for a person to review. Returns null for a payment without the mark, which belongs to another product on the
   * same account.
   */
  private async paymentOf({ checkoutId, name, report: { ids } }: StripeReport): Promise<string | null> {
    if (checkoutId !== null && z.uuid().safeParse(checkoutId).success) return checkoutId;
    const known = ids.paymentId === null ? null : await this.payments.checkoutIdOf(ids.paymentId);
    return known ?? (checkoutId === null ? null : derivedId('stripe', name));
  }
}
