import { createHmac, randomUUID } from 'node:crypto';
import { sendJson, type StubRequest, StubServer } from './stub-server';

interface StubSession {
  id: string;
  object: 'checkout.session';
  url: string;
  client_reference_id: string | null;
  metadata: Record<string, string>;
  amount_total: number;
  currency: string;
  payment_intent: string;
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete' | 'expired';
}

/** Implements Stripe's wire protocol: checkout sessions, and webhooks with its signature scheme. */
export class StripeStub {
  static readonly secretKey = 'sk_test_stub';
  static readonly webhookSecret = 'whsec_stub';
  readonly sessions: StubSession[] = [];
  private readonly byKey = new Map<string, StubSession>();
  readonly server = new StubServer((request, response) => {
    if (request.headers.authorization !== `Bearer ${StripeStub.secretKey}`) {
      return sendJson(response, 401, { error: { type: 'invalid_request_error', message: 'Invalid API Key provided' } });
    }
    if (request.method === 'POST' && request.path === '/v1/checkout/sessions') {
      return sendJson(response, 200, this.create(request));
    }
    sendJson(response, 404, { error: { type: 'invalid_request_error', message: 'Unrecognized request URL' } });
  });

  /** @returns the base URL to configure */
  start(): Promise<string> {
    return this.server.listen();
  }

  stop(): Promise<void> {
    return this.server.close();
  }

  /** Returns an event about a session in Stripe's format. */
  sessionEvent(type: string, session: StubSession, changes: Partial<StubSession> = {}): object {
    return this.event(type, { ...session, ...changes });
  }

  event(type: string, object: object): object {
    const created = Math.floor(Date.now() / 1_000);
    return { id: `evt_${randomUUID()}`, object: 'event', api_version: '2026-10-01', created, type, data: { object } };
  }

  /** Returns a webhook's signature header: a time in seconds, and an HMAC over the time and the body. */
  static signature(body: string, secret = StripeStub.webhookSecret, at = Math.floor(Date.now() / 1_000)): string {
    return `t=${at},v1=${createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')}`;
  }

  private create({ body, headers }: StubRequest): StubSession {
    const key = String(headers['idempotency-key']);
    const known = this.byKey.get(key);
    if (known) return known;
    const form = new URLSearchParams(body.toString('utf8'));
    const id = `cs_test_${this.sessions.length + 1}`;
    const session: StubSession = {
      id,
      object: 'checkout.session',
      url: `${this.server.origin}/pay/${id}`,
      client_reference_id: form.get('client_reference_id'),
      metadata: { checkoutId: form.get('metadata[checkoutId]') ?? '' },
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      payment_intent: `pi_${this.sessions.length + 1}`,
      payment_status: 'unpaid',
      status: 'open',
    };
    this.sessions.push(session);
    this.byKey.set(key, session);
    return session;
  }
}
