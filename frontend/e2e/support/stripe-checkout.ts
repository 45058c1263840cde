import { createHmac, randomUUID } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

interface Session {
  id: string;
  object: 'checkout.session';
  url: string;
  client_reference_id: string;
  metadata: { checkoutId: string };
  amount_total: number;
  currency: string;
  payment_intent: string;
  payment_status: 'unpaid' | 'paid';
  status: 'open' | 'complete';
}

const SECRET_KEY = 'sk_test_e2e';
const WEBHOOK_SECRET = 'whsec_e2e';

async function bodyOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** Stripe's side of a purchase: its API, the checkout page where the buyer pays or cancels, and the webhook. */
export class StripeCheckout {
  private readonly sessions: Session[] = [];
  private readonly pages = new Map<string, string>();
  private readonly server = createServer((request, response) => {
    this.answer(request, response).catch(() => response.destroy());
  });

  /** @returns the settings of a server that sells through this checkout */
  async start(): Promise<Record<string, string>> {
    await new Promise<void>((resolve) => this.server.listen(0, '127.0.0.1', resolve));
    return {
      STRIPE_SECRET_KEY: SECRET_KEY,
      STRIPE_WEBHOOK_SECRET: WEBHOOK_SECRET,
      STRIPE_BASE_URL: this.origin,
    };
  }

  async stop(): Promise<void> {
    this.server.closeAllConnections();
    await new Promise<void>((resolve) => this.server.close(() => resolve()));
  }

  /** Sends our server the signed webhook that the newest session was paid. @returns the status of the response */
  async tellPaid(serverUrl: string, secret = WEBHOOK_SECRET): Promise<number> {
    const session = this.sessions.at(-1);
    if (!session) throw new Error('Nothing was bought.');
    const at = Math.floor(Date.now() / 1_000);
    const body = JSON.stringify({
      id: `evt_${randomUUID()}`,
      object: 'event',
      api_version: '2026-10-01',
      created: at,
      type: 'checkout.session.completed',
      data: { object: { ...session, payment_status: 'paid', status: 'complete' } },
    });
    const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex');
    const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${at},v1=${mac}` };
    return (await fetch(`${serverUrl}/api/webhooks/stripe`, { method: 'POST', headers, body })).status;
  }

  private get origin(): string {
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}`;
  }

  private async answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { method, url = '/' } = request;
    const page = this.pages.get(url);
    if (method === 'GET' && page !== undefined) {
      response.writeHead(200, { 'content-type': 'text/html' }).end(page);
      return;
    }
    const isKnown = request.headers.authorization === `Bearer ${SECRET_KEY}`;
    if (!isKnown || method !== 'POST' || url !== '/v1/checkout/sessions') {
      response.writeHead(404, { 'content-type': 'application/json' }).end('{"error":{"message":"Unrecognized"}}');
      return;
    }
    const session = this.open(new URLSearchParams(await bodyOf(request)));
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(session));
  }

  private open(form: URLSearchParams): Session {
    const number = this.sessions.length + 1;
    const path = `/pay/cs_test_${number}`;
    const session: Session = {
      id: `cs_test_${number}`,
      object: 'checkout.session',
      url: `${this.origin}${path}`,
      client_reference_id: form.get('client_reference_id') ?? '',
      metadata: { checkoutId: form.get('metadata[checkoutId]') ?? '' },
      amount_total: Number(form.get('line_items[0][price_data][unit_amount]')),
      currency: form.get('line_items[0][price_data][currency]') ?? '',
      payment_intent: `pi_${number}`,
      payment_status: 'unpaid',
      status: 'open',
    };
    this.sessions.push(session);
    const link = (name: string, words: string) =>
      `<a href="${(form.get(name) ?? '').replaceAll('&', '&amp;')}">${words}</a>`;
    this.pages.set(path, `<title>Pay</title>${link('success_url', 'Pay')} ${link('cancel_url', 'Back')}`);
    return session;
  }
}
