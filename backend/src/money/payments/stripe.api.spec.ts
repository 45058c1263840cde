import type { Checkout, CheckoutResponse, Payment, Transaction } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { grantRole } from '../../testing/grant-role';
import { StripeStub } from '../../testing/provider-stubs/stripe-stub';
import { verifyWallet } from '../zaps';

let app: TestApp;
let stripe: StripeStub;
let buyer: TestUser;
let finance: TestUser;
beforeAll(async () => {
  stripe = new StripeStub();
  const { secretKey, webhookSecret } = StripeStub;
  app = await startTestApp({ config: { stripe: { secretKey, webhookSecret, baseUrl: await stripe.start() } } });
  finance = await app.newUser();
  await grantRole(app, finance, 'finance');
});
afterAll(async () => {
  await app?.close();
  await stripe.stop();
});
beforeEach(async () => {
  buyer = await app.newUser();
  await app.idle();
});

async function begin(amount = 500) {
  const { body } = await buyer.agent.post('/api/credits/checkout').send({ amount }).expect(200);
  const { id } = body as CheckoutResponse;
  const session = stripe.sessions.find(({ client_reference_id: reference }) => reference === id);
  if (!session) throw new Error('Stripe was not asked');
  return { id, session };
}
const tell = (event: object, signature?: string) => {
  const body = JSON.stringify(event);
  return app
    .anonymous()
    .post('/api/webhooks/stripe')
    .set('content-type', 'application/json')
    .set('stripe-signature', signature ?? StripeStub.signature(body))
    .send(body);
};
const PAID = { payment_status: 'paid', status: 'complete' } as const;
const completed = (session: (typeof stripe.sessions)[number], changes: object = {}) =>
  stripe.sessionEvent('checkout.session.completed', session, { ...PAID, ...changes });
const balance = async () => ((await buyer.agent.get('/api/credits/balance')).body as { balance: number }).balance;
const stateOf = async (id: string) =>
  ((await buyer.agent.get(`/api/credits/checkouts/${id}`).expect(200)).body as Checkout).state;
const heldReasons = async () =>
  ((await finance.agent.get('/api/audit/payments?state=held').expect(200)).body as Payment[]).map(
    ({ reason }) => reason,
  );

describe('a checkout', () => {
  it('sends the browser to Stripe with the price of the package, and the configuration names Stripe', async () => {
    expect((await app.anonymous().get('/api/config')).body).toMatchObject({ purchases: 'stripe' });
    const { id, session } = await begin();
    expect(session).toMatchObject({ amount_total: 3999, currency: 'usd', client_reference_id: id });
    expect([await stateOf(id), await balance()]).toEqual(['open', 100]);
  });

  it('is created once per key, however often it is requested', async () => {
    const ask = { amount: 100, idempotencyKey: crypto.randomUUID() };
    const before = stripe.sessions.length;
    const first = await buyer.agent.post('/api/credits/checkout').send(ask).expect(200);
    const again = await buyer.agent.post('/api/credits/checkout').send(ask).expect(200);
    expect(again.body).toEqual(first.body);
    expect(stripe.sessions).toHaveLength(before + 1);
  });

  it('is not found for other users', async () => {
    const { id } = await begin();
    const stranger = await app.newUser();
    await stranger.agent.get(`/api/credits/checkouts/${id}`).expect(404);
  });
});

describe('a payment reported by Stripe', () => {
  it('adds the zaps once, however often and by however many concurrent calls it is reported', async () => {
    const { id, session } = await begin();
    const event = completed(session);
    const answers = await Promise.all([tell(event), tell(event), tell(completed(session))]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200]);
    await app.idle();
    await tell(event).expect(200);
    await app.idle();
    expect([await stateOf(id), await balance()]).toEqual(['credited', 600]);
    const lines = (await buyer.agent.get('/api/credits/transactions')).body as Transaction[];
    expect(lines.map(({ description }) => description)).toEqual(['Zaps purchased', 'Welcome zaps']);
    expect(verifyWallet(buyer.id, await app.events(`wallet-${buyer.id}`)).bad).toBeNull();
  });

  it('counts after its session has expired, as the money arrived', async () => {
    const { id, session } = await begin();
    await tell(stripe.sessionEvent('checkout.session.expired', session, { status: 'expired' })).expect(200);
    await app.idle();
    expect(await stateOf(id)).toBe('failed');
    await tell(completed(session)).expect(200);
    await app.idle();
    expect([await stateOf(id), await balance()]).toEqual(['credited', 600]);
  });

  it('stays credited when an expiry comes after it', async () => {
    const { id, session } = await begin();
    await tell(completed(session)).expect(200);
    await tell(stripe.sessionEvent('checkout.session.expired', session)).expect(200);
    await app.idle();
    expect([await stateOf(id), await balance()]).toEqual(['credited', 600]);
  });

  it('that takes days is credited when the money arrives, not before', async () => {
    const { session } = await begin();
    await tell(completed(session, { payment_status: 'unpaid' })).expect(200);
    await app.idle();
    expect(await balance()).toBe(100);
    await tell(stripe.sessionEvent('checkout.session.async_payment_succeeded', session, PAID)).expect(200);
    await app.idle();
    expect(await balance()).toBe(600);
  });

  it.each([
    ['another amount', { amount_total: 1 }, '0.01 USD was paid, but the price was 39.99 USD.'],
    ['another currency', { currency: 'jpy' }, '3999 JPY was paid, but the price was 39.99 USD.'],
    ['another session', { id: 'cs_other' }, 'It was paid in a different checkout session from the one started here.'],
  ])('of %s adds nothing, and finance sees the reason', async (_, changes, reason) => {
    const { id, session } = await begin();
    await tell(completed(session, changes)).expect(200);
    await app.idle();
    expect([await stateOf(id), await balance()]).toEqual(['held', 100]);
    expect(await heldReasons()).toContain(reason);
  });

  it.each([
    ['of another product on the same account is not ours', {}, 0],
    ['marked as ours, of an unknown checkout, is seen by finance', { checkoutId: crypto.randomUUID() }, 1],
    ['marked as ours with an invalid id, is seen by finance', { checkoutId: 'order-17' }, 1],
  ])('%s, and adds nothing', async (_, metadata, more) => {
    const { session } = await begin();
    const name = crypto.randomUUID();
    const foreign = { id: `cs_${name}`, payment_intent: `pi_${name}`, client_reference_id: name, metadata };
    const before = (await heldReasons()).length;
    const event = completed(session, foreign);
    await tell(event).expect(200);
    await tell(event).expect(200);
    await app.idle();
    expect(await heldReasons()).toHaveLength(before + more);
    expect(await balance()).toBe(100);
  });

  it('adds nothing as the second one for a checkout, and finance sees it once', async () => {
    const { id, session } = await begin();
    await tell(completed(session)).expect(200);
    await app.idle();
    const second = completed(session, { id: 'cs_second', payment_intent: 'pi_second' });
    await tell(second).expect(200);
    await tell(second).expect(200);
    await tell(completed(session)).expect(200);
    await app.idle();
    expect(await balance()).toBe(600);
    const held = (await app.events(`payment-${id}`)).filter(({ type }) => type === 'PaymentHeld');
    expect(held.map(({ data }) => data)).toMatchObject([{ sessionId: 'cs_second', paymentId: 'pi_second' }]);
    const { body } = await finance.agent.get('/api/audit/payments?state=held').expect(200);
    const shown = (body as Payment[]).find(({ paymentId }) => paymentId === 'pi_second');
    const reason = `This checkout was paid before: ${session.payment_intent} (zaps added).`;
    expect(shown).toMatchObject({ userId: buyer.id, paymentId: 'pi_second', amount: 3999, reason });
  });

  it('as the second one for a checkout does not affect the first, nor the first the second', async () => {
    const { id, session } = await begin();
    const first = session.payment_intent;
    const second = `pi_second_${id}`;
    await tell(completed(session)).expect(200);
    await tell(completed(session, { id: `cs_second_${id}`, payment_intent: second })).expect(200);
    await app.idle();
    expect([await stateOf(id), await balance()]).toEqual(['credited', 600]);
    const seen = async (state?: string) => {
      const { body } = await finance.agent.get('/api/audit/payments').query({ state }).expect(200);
      const ofBuyer = (body as Payment[]).filter(({ userId }) => userId === buyer.id);
      return ofBuyer.map((payment) => [payment.paymentId, payment.state]);
    };
    expect(await seen()).toEqual([
      [second, 'held'],
      [first, 'credited'],
    ]);
    const { metadata } = session;
    const charge = { id: `ch_${id}`, payment_intent: second, metadata, amount_refunded: 3999, currency: 'usd' };
    await tell(stripe.event('charge.refunded', charge)).expect(200);
    const dispute = { id: `dp_${id}`, payment_intent: first, amount: 3999, currency: 'usd', reason: 'fraudulent' };
    await tell(stripe.event('charge.dispute.created', dispute)).expect(200);
    await app.idle();
    expect(await seen()).toEqual([
      [second, 'refunded'],
      [first, 'disputed'],
    ]);
    expect(await seen('refunded')).toEqual([[second, 'refunded']]);
    expect(await seen('disputed')).toEqual([[first, 'disputed']]);
    await tell(stripe.event('charge.dispute.created', { ...dispute, id: `dp2_${id}`, payment_intent: second }));
    await app.idle();
    expect(await seen('disputed')).toEqual([
      [second, 'disputed'],
      [first, 'disputed'],
    ]);
    expect(await stateOf(id)).toBe('credited');
  });

  it('shows finance its refund or dispute at Stripe, and the zaps stay', async () => {
    const [returned, disputed] = [await begin(100), await begin(100)];
    for (const { session } of [returned, disputed]) await tell(completed(session)).expect(200);
    await app.idle();
    const { payment_intent: intent, metadata } = returned.session;
    const charge = { id: 'ch_1', payment_intent: intent, metadata, amount_refunded: 999, currency: 'usd' };
    await tell(stripe.event('charge.refunded', charge)).expect(200);
    const dispute = { id: 'dp_1', payment_intent: disputed.session.payment_intent, amount: 999, currency: 'usd' };
    await tell(stripe.event('charge.dispute.created', { ...dispute, reason: 'fraudulent' })).expect(200);
    await app.idle();
    const { body } = await finance.agent.get('/api/audit/payments').expect(200);
    const states = new Map((body as Payment[]).map(({ id, state }) => [id, state]));
    expect([states.get(returned.id), states.get(disputed.id)]).toEqual(['refunded', 'disputed']);
    expect(await balance()).toBe(300);
  });
});

describe('a closed dispute, and a failed refund', () => {
  const seen = async (id: string) => {
    const payments = (await finance.agent.get('/api/audit/payments').expect(200)).body as Payment[];
    const { state, reason } = payments.find((payment) => payment.id === id) ?? {};
    return [state, reason];
  };
  const about = (type: string, object: object) =>
    tell(stripe.event(type, object))
      .expect(200)
      .then(() => app.idle());

  it.each([
    ['won', 'credited', 'The dispute was won or withdrawn: you keep the money.'],
    ['warning_closed', 'credited', 'The dispute was won or withdrawn: you keep the money.'],
    ['lost', 'refunded', 'The dispute was lost: the buyer has the money back.'],
  ])('shows a dispute that ends as %s as a payment that is %s', async (status, state, reason) => {
    const { id, session } = await begin();
    await tell(completed(session)).expect(200);
    const money = { payment_intent: session.payment_intent, amount: 3999, currency: 'usd', reason: 'fraudulent' };
    await about('charge.dispute.created', { id: `dp_${id}`, ...money, status: 'needs_response' });
    expect((await seen(id))[0]).toBe('disputed');
    await about('charge.dispute.closed', { id: `dp_${id}`, ...money, status });
    expect(await seen(id)).toEqual([state, reason]);
    expect(await balance()).toBe(600);
  });

  it('shows a failed refund as a payment whose money is here', async () => {
    const { id, session } = await begin();
    await tell(completed(session)).expect(200);
    const money = { payment_intent: session.payment_intent, metadata: session.metadata, currency: 'usd' };
    await about('charge.refunded', { id: `ch_${id}`, ...money, amount_refunded: 3999 });
    expect((await seen(id))[0]).toBe('refunded');
    const why = { failure_reason: 'expired_or_canceled_card', status: 'failed' };
    await about('refund.failed', { id: `re_${id}`, charge: `ch_${id}`, ...money, amount: 3999, ...why });
    expect(await seen(id)).toEqual([
      'credited',
      'A refund at Stripe failed (expired_or_canceled_card): the buyer does not have the money.',
    ]);
  });

  it('is ignored when it belongs to another product', async () => {
    const count = async () => ((await finance.agent.get('/api/audit/payments').expect(200)).body as Payment[]).length;
    const before = await count();
    const foreign = { payment_intent: 'pi_foreign', metadata: {}, amount: 900, currency: 'usd', reason: 'general' };
    await about('charge.refunded', { id: 'ch_foreign', ...foreign, amount_refunded: 900 });
    await about('charge.dispute.created', { id: 'dp_foreign', ...foreign });
    await about('charge.dispute.closed', { id: 'dp_foreign', ...foreign, status: 'won' });
    await about('refund.failed', { id: 're_foreign', ...foreign });
    expect(await count()).toBe(before);
  });
});

describe('a charge of ours without a payment intent', () => {
  const seen = async () => (await finance.agent.get('/api/audit/payments').expect(200)).body as Payment[];
  const charge = { payment_intent: null, metadata: { checkoutId: 'not here' }, currency: 'usd' };

  it('has a record of its own when it is refunded, whatever was refunded of others before', async () => {
    for (const [id, refunded] of Object.entries({ ch_large: 5_000, ch_small: 700 })) {
      await tell(stripe.event('charge.refunded', { ...charge, id, amount_refunded: refunded })).expect(200);
    }
    await app.idle();
    const refunded = (await seen()).filter(({ state }) => state === 'refunded').map(({ paymentId }) => paymentId);
    expect(refunded).toEqual(expect.arrayContaining(['ch_large', 'ch_small']));
  });

  it('has the same record when it is disputed', async () => {
    await tell(stripe.event('charge.refunded', { ...charge, id: 'ch_both', amount_refunded: 100 })).expect(200);
    await app.idle();
    const dispute = { id: 'dp_both', charge: 'ch_both', payment_intent: null, amount: 900, currency: 'usd' };
    await tell(stripe.event('charge.dispute.created', { ...dispute, reason: 'fraudulent' })).expect(200);
    await app.idle();
    const disputed = (await seen()).filter(({ paymentId }) => paymentId === 'ch_both');
    expect(disputed.map(({ state }) => state)).toEqual(['disputed']);
  });
});

describe('a webhook', () => {
  const old = Math.floor(Date.now() / 1_000) - 3_600;
  it.each([
    ['signed with another secret', (body: string) => StripeStub.signature(body, 'whsec_other')],
    ['signed an hour ago', (body: string) => StripeStub.signature(body, StripeStub.webhookSecret, old)],
    ['with a signature of another body', () => StripeStub.signature('{}')],
    ['with no signature at all', () => ''],
  ])('%s is refused and adds nothing', async (_, sign) => {
    const { session } = await begin();
    const event = completed(session);
    const answer = await tell(event, sign(JSON.stringify(event)));
    expect([answer.status, (answer.body as { code: string }).code]).toEqual([400, 'bad_request']);
    await app.idle();
    expect(await balance()).toBe(100);
  });

  it.each([null, {}, { id: 'evt_1', type: 'charge.refunded' }, { id: 'evt_1', type: 'charge.refunded', data: null }])(
    'that is signed but is no event, as %j, is refused',
    async (event) => {
      await tell(event as object).expect(400);
    },
  );

  it('is refused beyond the size limit', async () => {
    await tell({ filler: 'x'.repeat(300_000) }).expect(413);
  });

  it('is accepted and ignored for other subjects', async () => {
    await tell(stripe.event('customer.created', { id: 'cus_1', object: 'customer' })).expect(200, { received: true });
  });
});

it('has no checkout and no webhooks without a payment provider', async () => {
  const plain = await startTestApp();
  const user = await plain.newUser();
  await user.agent.post('/api/credits/checkout').send({ amount: 100 }).expect(503);
  await plain.anonymous().post('/api/webhooks/stripe').send({}).expect(404);
  expect((await plain.anonymous().get('/api/config')).body).toMatchObject({ purchases: 'sandbox' });
  await plain.close();
});
