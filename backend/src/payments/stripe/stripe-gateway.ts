import Stripe from 'stripe';
import type { StripeSettings } from '../../platform/config/stripe-settings';
import { DomainError, TemporaryDomainError } from '../../platform/domain/domain-error';
import type { Money } from '../domain/payment';

export const STRIPE = Symbol('Stripe');

interface NewSession {
  /** Ours; Stripe hands it back in whatever it tells, and takes a repeat for the same. */
  checkoutId: string;
  title: string;
  price: Money;
  returnUrl: string;
}

const TIMEOUT_MS = 15_000;

/** Stripe through its own client: checkout sessions, and what it tells of them. */
export class StripeGateway {
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
    try {
      const { id, url } = await this.client.checkout.sessions.create(
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
      );
      if (!url) throw new DomainError('not_available', "Couldn't open the payment page.");
      return { id, url };
    } catch (error) {
      if (error instanceof DomainError) throw error;
      throw new TemporaryDomainError('unavailable', "Couldn't reach the payment provider. Please try again.", 5);
    }
  }

  /** What Stripe says in a webhook. @throws DomainError bad_request unless Stripe signed it within the last minutes */
  read(body: Buffer, signature: string): Stripe.Event {
    try {
      return this.client.webhooks.constructEvent(body, signature, this.settings.webhookSecret);
    } catch {
      throw new DomainError('bad_request', "The signature doesn't match.");
    }
  }
}
