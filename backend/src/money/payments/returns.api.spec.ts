import { type LedgerLine, type LedgerTotals, type PurchaseReturn, toUnits } from '@storyreel/contracts';
import type { CheckoutResponse } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { grantRole } from '../../testing/grant-role';
import { StripeStub } from '../../testing/provider-stubs/stripe-stub';
import { verifyWallet } from '../zaps';

let app: TestApp;
let stripe: StripeStub;
let finance: TestUser;
let buyer: TestUser;
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
});

async function tell(type: string, object: object): Promise<void> {
  const body = JSON.stringify(stripe.event(type, object));
  const call = app.anonymous().post('/api/webhooks/stripe').set('content-type', 'application/json');
  await call.set('stripe-signature', StripeStub.signature(body)).send(body).expect(200);
  await app.idle();
}

/** Pays a checkout for 100 zaps at $9.99. */
async function bought(who = buyer): Promise<{ id: string; refund: (cents: number) => Promise<void>; intent: string }> {
  const { body } = await who.agent.post('/api/credits/checkout').send({ amount: 100 }).expect(200);
  const { id } = body as CheckoutResponse;
  const session = stripe.sessions.find(({ client_reference_id: reference }) => reference === id);
  if (!session) throw new Error('Stripe was not asked');
  await tell('checkout.session.completed', { ...session, payment_status: 'paid', status: 'complete' });
  const intent = String(session.payment_intent);
  const charge = { id: `ch_${id}`, payment_intent: intent, metadata: session.metadata, currency: 'usd' };
  return { id, intent, refund: (cents) => tell('charge.refunded', { ...charge, amount_refunded: cents }) };
}
const questions = async () => (await finance.agent.get('/api/audit/returns').expect(200)).body as PurchaseReturn[];
const questionOf = async (id: string) => (await questions()).find((question) => question.id === id);
const openOnes = async () =>
  ((await finance.agent.get('/api/audit/returns/open').expect(200)).body as { open: number }).open;
const decide = (id: string, body: object, who = finance) =>
  who.agent.post(`/api/audit/returns/${id}/decide`).send({ reason: 'Refunded at Stripe', ...body });
const balance = async () => ((await buyer.agent.get('/api/credits/balance')).body as { balance: number }).balance;

async function exported(query: string): Promise<string> {
  const answer = await finance.agent
    .get(`/api/audit/export?${query}`)
    .buffer(true)
    .parse((response, done) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => void chunks.push(chunk));
      response.on('end', () => done(null, Buffer.concat(chunks).toString('utf8')));
    })
    .expect(200);
  return answer.body as string;
}

describe('a purchase refunded at Stripe', () => {
  it('waits for one decision by finance, which takes the remaining zaps back; ledger, exports and verification show it', async () => {
    const before = await openOnes();
    const { id, refund } = await bought();
    expect(await questionOf(id)).toBeUndefined();
    await refund(999);
    await refund(999);
    expect(await openOnes()).toBe(before + 1);
    const asked = { state: 'open', zaps: 100, paid: 999, due: 999, returned: 999, dueZaps: 100, leftZaps: 100 };
    expect(await questionOf(id)).toMatchObject({ ...asked, user: { id: buyer.id }, decisions: [] });

    await decide(id, { answer: 'taken_back', returned: 500 }).expect(409);
    await decide(id, { answer: 'taken_back', returned: 999, reason: ' ' }).expect(400);
    const answer = { answer: 'taken_back', returned: 999, idempotencyKey: crypto.randomUUID() };
    const { body: first } = await decide(id, answer).expect(200);
    expect(first).toMatchObject({ zaps: 100, lost: 0 });
    expect((await decide(id, answer).expect(200)).body).toEqual(first);
    await decide(id, { answer: 'left', returned: 999 }).expect(409);
    await app.idle();
    expect([await openOnes(), await balance()]).toEqual([before, 100]);
    const [decision] = (await questionOf(id))?.decisions ?? [];
    expect(decision).toMatchObject({ answer: 'taken_back', zaps: 100, amount: 999, reason: 'Refunded at Stripe' });
    expect(decision?.by).toMatchObject({ id: finance.id });

    const query = `user=${buyer.id}&kind=reversal`;
    const [line] = (await finance.agent.get(`/api/audit/ledger?${query}`).expect(200)).body as LedgerLine[];
    expect(line).toMatchObject({
      available: -100,
      usd: -9.99,
      reason: 'Refunded at Stripe',
      madeBy: { id: finance.id },
    });
    const totals = (await finance.agent.get(`/api/audit/ledger/totals?user=${buyer.id}`)).body as LedgerTotals;
    expect(totals).toMatchObject({ purchased: 100, purchasedUsd: 9.99, reversed: 100, reversedUsd: 9.99 });
    for (const format of ['csv', 'jsonl']) {
      const file = await exported(`format=${format}&${query}`);
      expect(file).toContain('100 of 100 zaps of a refunded purchase taken back');
      expect(file).toContain(finance.id);
    }
    const proof = verifyWallet(buyer.id, await app.events(`wallet-${buyer.id}`));
    expect([proof.bad, proof.accounts.available]).toEqual([null, toUnits(100)]);
  });

  it('gets its taken zaps back, once, when the refund did not reach the buyer', async () => {
    const { id, intent, refund } = await bought();
    await refund(999);
    await decide(id, { answer: 'taken_back', returned: 999 }).expect(200);
    await decide(id, { answer: 'given_back', returned: 999 }).expect(409);
    const failed = { id: `re_${id}`, payment_intent: intent, charge: `ch_${id}`, amount: 999, currency: 'usd' };
    const before = await openOnes();
    await tell('refund.failed', { ...failed, failure_reason: 'lost_or_stolen_card' });
    expect(await questionOf(id)).toMatchObject({ state: 'owed', returned: 0, owedZaps: 100, due: 0 });
    expect([await openOnes(), await balance()]).toEqual([before + 1, 100]);
    const answer = { answer: 'given_back', returned: 0, reason: 'Card lost', idempotencyKey: crypto.randomUUID() };
    const { body: first } = await decide(id, answer).expect(200);
    expect(first).toMatchObject({ answer: 'given_back', zaps: 100, lost: 0 });
    expect((await decide(id, answer).expect(200)).body).toEqual(first);
    await decide(id, { answer: 'given_back', returned: 0 }).expect(409);
    await app.idle();
    expect([await openOnes(), await balance()]).toEqual([before, 200]);
    expect(await questionOf(id)).toMatchObject({ state: 'closed', owedZaps: 0 });

    const query = `user=${buyer.id}&kind=reversal`;
    const [line] = (await finance.agent.get(`/api/audit/ledger?${query}`).expect(200)).body as LedgerLine[];
    expect(line).toMatchObject({ available: 100, usd: 9.99, reason: 'Card lost', madeBy: { id: finance.id } });
    const totals = (await finance.agent.get(`/api/audit/ledger/totals?user=${buyer.id}`)).body as LedgerTotals;
    expect(totals).toMatchObject({ purchased: 100, reversed: 0, reversedUsd: 0 });
    expect(await exported(`format=csv&${query}`)).toContain('100 zaps given back: the refund of their purchase failed');
    const proof = verifyWallet(buyer.id, await app.events(`wallet-${buyer.id}`));
    expect([proof.bad, proof.accounts.available]).toEqual([null, toUnits(200)]);
  });

  it('waits for another decision when more is refunded, and keeps the zaps when finance declines', async () => {
    const { id, refund } = await bought();
    await refund(333);
    expect(await questionOf(id)).toMatchObject({ state: 'open', due: 333, dueZaps: 33.3333 });
    await decide(id, { answer: 'left', returned: 333 }).expect(200);
    await app.idle();
    expect(await questionOf(id)).toMatchObject({ state: 'decided', due: 0, dueZaps: 0 });
    await refund(999);
    expect(await questionOf(id)).toMatchObject({ state: 'open', due: 666, dueZaps: 66.6667 });
    await decide(id, { answer: 'taken_back', returned: 999 }).expect(200);
    await app.idle();
    expect(await balance()).toBe(133.3333);
    expect((await questionOf(id))?.decisions).toHaveLength(2);
  });

  it('cannot be decided by its buyer, nor without a purchase', async () => {
    const { id, refund } = await bought(finance);
    await refund(999);
    await decide(id, { answer: 'left', returned: 999 }).expect(409);
    await decide(crypto.randomUUID(), { answer: 'left', returned: 999 }).expect(404);
  });
});

describe('a disputed purchase', () => {
  it.each([
    ['won', 'closed', 0],
    ['lost', 'open', 999],
  ])('waits for the bank, and then for finance if it was lost: %s', async (status, state, due) => {
    const { id, intent } = await bought();
    const dispute = { id: `dp_${id}`, payment_intent: intent, amount: 999, currency: 'usd', reason: 'fraudulent' };
    await tell('charge.dispute.created', { ...dispute, status: 'needs_response' });
    expect(await questionOf(id)).toMatchObject({ state: 'disputed', disputed: 999, due: 0 });
    await tell('charge.dispute.closed', { ...dispute, status });
    expect(await questionOf(id)).toMatchObject({ state, disputed: 0, due });
  });
});
