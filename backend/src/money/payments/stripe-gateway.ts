import { Logger } from '@nestjs/common';
import Stripe from 'stripe';
import { z } from 'zod';
import type { StripeSettings } from '../../infra/config/integration-settings';
import { DomainError, TemporaryDomainError } from '../../lib/domain-error';
import type { Money } from './payment';

export const STRIPE = Symbol('Stripe');

interface NewSession {
  /** Id of the checkout: Stripe returns it in its events, and it serves as idempotency key. */
  checkoutId: string;
  title: string;
  price: Money;
  returnUrl: string;
}

/** Schema of the event fields that the code relies on. */
const eventSchema = z.object({ id: z.string(), type: z.string(), data: z.object({ object: z.looseObject({}) }) });
const TIMEOUT_MS = 15_000;
/**
 * Status codes after which a request may be repeated: another request with the same key is in progress, or there were
 * too many requests.
 */
const TEMPORARY: readonly number[] = [409, 429];

/** Stripe through its own client: checkout sessions and webhook events. */
export class StripeGateway {
  private readonly logger = new Logger(StripeGateway.name);
  private readonly client: Stripe;

  constructor(private readonly settings: StripeSettings) {
    const base = settings.baseUrl === undefined ? undefined : new URL(settings.baseUrl);
    this.client = new Stripe(settings.secretKey, {
      timeout: TIMEOUT_MS,
      maxNetworkRetries: 2,
      telemetry: false,
      ...(base && {
        host: base.hostname,
        port: base.port || undefined,
        protocol: base.protocol === 'http:' ? 'http' : 'https',
      }),
    });
  }

  /** @throws DomainError not_available, TemporaryDomainError unavailable */
  async createSession({ checkoutId, title, price, returnUrl }: NewSession): Promise<{ id: string; url: string }> {
    const name = { price_data: { currency: price.currency, unit_amount: price.amount, product_data: { name: title } } };
    const session = await this.client.checkout.sessions
      .create(
        {
          mode: 'payment',
          line_items: [{ ...name, quantity: 1 }],
          client_reference_id: checkoutId,
          metadata: { checkoutId },
          payment_intent_data: { metadata: { checkoutId } },
          success_url: `${returnUrl}&paid=yes`,
          cancel_url: `${returnUrl}&paid=no`,
        },
        { idempotencyKey: checkoutId },
      )
      .catch((error: unknown) => {
        throw error instanceof Stripe.errors.StripeError ? this.refusalOf(error) : error;
      });
    if (!session.url) throw new DomainError('not_available', "Couldn't open the payment page.");
    return { id: session.id, url: session.url };
  }

  /** Stripe's message stays out of the log, since for a wrong key it repeats a part of the key. */
  private refusalOf({ type, code = '-', statusCode, requestId = '-' }: Stripe.errors.StripeError): DomainError {
    const line = `Stripe made no checkout: type ${type}, code ${code}, status ${statusCode ?? '-'}, request ${requestId}`;
    if (statusCode === undefined || statusCode >= 500 || TEMPORARY.includes(statusCode)) {
      this.logger.warn(line);
      return new TemporaryDomainError('unavailable', "Couldn't reach the payment provider. Please try again.", 5);
    }
    this.logger.error(line);
    return new DomainError(
      'not_available',
      "Purchases don't work here right now. That isn't your fault, and trying again won't help until we've fixed it.",
    );
  }

  /**
   * Reads a webhook event.
   * @throws DomainError bad_request for a body that is not an event, or a signature that is wrong or older than
   * Stripe's tolerance
   */
  read(body: Buffer, signature: string): Stripe.Event {
    const event = this.signed(body, signature);
    if (eventSchema.safeParse(event).success) return event;
    throw new DomainError('bad_request', 'This is not an event.');
  }

  private signed(body: Buffer, signature: string): Stripe.Event {
    try {
      return this.client.webhooks.constructEvent(body, signature, this.settings.webhookSecret);
    } catch {
      throw new DomainError('bad_request', "The signature doesn't match.");
    }
  }
}
