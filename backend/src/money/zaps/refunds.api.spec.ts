import type { RefundResponse, RefundToApprove, Transaction } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { grantRole } from '../../testing/grant-role';
import { projectWithScene } from '../../testing/make-story';
import { newSession, openSocket } from '../../testing/test-socket';
import { verifyWallet } from './domain/wallet-proof';

let app: TestApp;
let finance: TestUser;
let second: TestUser;
let creator: TestUser;
let holdId: string;
beforeAll(async () => {
  app = await startTestApp({ config: { refundApprovalZaps: 3 } });
  [finance, second, creator] = [await app.newUser(), await app.newUser(), await app.newUser()];
  for (const user of [finance, second]) await grantRole(app, user, 'finance');
  await app.idle();
});
afterAll(() => app?.close());

const draw = async () => {
  const { sceneId } = await projectWithScene(creator);
  const body = { sceneId, prompt: 'the sea', idempotencyKey: crypto.randomUUID() };
  await creator.agent.post('/api/midjourney/generate-image').send(body).expect(200);
  await app.idle();
  const settled = (await app.events(`wallet-${creator.id}`)).findLast(({ type }) => type === 'ZapsSettled');
  return (settled?.data as { holdId: string }).holdId;
};
const refund = (zaps: number, more: object = {}, agent = finance.agent) =>
  agent.post(`/api/audit/charges/${holdId}/refunds`).send({ zaps, reason: 'The pictures are blurred', ...more });
const balance = async () => ((await creator.agent.get('/api/credits/balance')).body as { balance: number }).balance;
beforeEach(async () => void (holdId = await draw()));

const waiting = async () => (await finance.agent.get('/api/audit/refunds').expect(200)).body as RefundToApprove[];
const decide = (id: string, how: 'approve' | 'decline', { agent }: TestUser) =>
  agent.post(`/api/audit/refunds/${id}/${how}`).send(how === 'decline' ? { reason: 'Not blurred' } : undefined);

describe('a refund by finance', () => {
  it('is in the balance at once, with a line that names its subject, and notifies the creator’s windows', async () => {
    const before = await balance();
    const window = await openSocket(app, { cookie: await newSession(app, creator) });
    const told = window.next('balanceChanged');
    const { body } = await refund(1.5).expect(200);
    const refunded = { holdId, userId: creator.id, charged: 4, refunded: 1.5 };
    expect(body as RefundResponse).toMatchObject(refunded);
    await told;
    window.socket.close();
    expect(await balance()).toBe(before + 1.5);
    const [line] = (await creator.agent.get('/api/credits/transactions')).body as Transaction[];
    expect(line).toMatchObject({ description: 'Refund: 4 images for a scene', amount: 1.5 });
  });

  it('is an entry of the creator’s wallet that names finance as its author, and the wallet verifies', async () => {
    await refund(1).expect(200);
    const wallet = await app.events(`wallet-${creator.id}`);
    expect(wallet.at(-1)).toMatchObject({
      type: 'ZapsRefunded',
      data: { by: finance.id, reason: 'The pictures are blurred' },
      metadata: { ownerId: creator.id, actor: { kind: 'user', userId: finance.id } },
    });
    expect(verifyWallet(creator.id, wallet).bad).toBeNull();
  });

  it('happens once per key, and another refund with that key is refused', async () => {
    const before = await balance();
    const key = { idempotencyKey: crypto.randomUUID() };
    const [first, second] = await Promise.all([refund(1, key), refund(1, key)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await balance()).toBe(before + 1);
    await refund(2, key).expect(422);
  });

  it('never exceeds the charge, however many requests are concurrent', async () => {
    const before = await balance();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(1)));
    const waits = answers
      .map(({ body }) => body as RefundResponse)
      .flatMap(({ state, refundId }) => (state === 'waiting' ? [refundId] : []));
    expect(waits).toHaveLength(3);
    expect(await balance()).toBe(before + 3);
    const approved = await Promise.all(waits.map((id) => decide(id, 'approve', second)));
    expect(approved.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
    expect(await balance()).toBe(before + 4);
  });

  it.each([
    ['no reason', { reason: undefined }],
    ['a reason of two letters', { reason: ' no ' }],
    ['a reason that is too long', { reason: 'x'.repeat(501) }],
    ['nothing to refund', { zaps: 0 }],
    ['a negative amount', { zaps: -1 }],
    ['a fifth decimal', { zaps: 0.00001 }],
  ])('with %s is refused', async (_, wrong) => {
    await refund(1, wrong).expect(400);
  });

  it('of a charge that is missing, or not of the named person, is not found', async () => {
    await refund(1, { userId: finance.id }).expect(404);
    holdId = crypto.randomUUID();
    await refund(1).expect(404);
  });

  it('is closed to creators', async () => {
    await refund(1, {}, creator.agent).expect(404);
  });
});

describe('a refund that needs another person', () => {
  const BLURRED = 'The pictures are blurred';

  it('is refused for a charge of one’s own', async () => {
    await grantRole(app, creator, 'finance');
    await app.idle();
    const { body } = await refund(1, {}, creator.agent).expect(409);
    expect((body as { message: string }).message).toBe(
      "You can't refund your own charge. Please ask another person of finance.",
    );
  });

  it('waits for a second person above the limit of a charge, however it is split', async () => {
    const before = await balance();
    await refund(2.5).expect(200);
    const key = { idempotencyKey: crypto.randomUUID() };
    const { body } = await refund(0.6, key).expect(200);
    const { refundId } = body as RefundResponse;
    expect(body).toMatchObject({ state: 'waiting', charged: 4, refunded: 2.5 });
    expect((await refund(0.6, key).expect(200)).body).toEqual(body);
    await refund(0.7, key).expect(422);
    await decide(refundId, 'approve', finance).expect(409);
    await decide(refundId, 'approve', creator).expect(409);
    expect(await balance()).toBe(before + 2.5);
    const answers = await Promise.all([decide(refundId, 'approve', second), decide(refundId, 'approve', second)]);
    expect(answers.map(({ status }) => status)).toEqual([200, 200]);
    expect((await refund(0.6, key).expect(200)).body).toMatchObject({ state: 'refunded', refunded: 3.1 });
    expect(await balance()).toBe(before + 3.1);
    const wallet = await app.events(`wallet-${creator.id}`);
    expect(wallet.at(-1)).toMatchObject({ data: { by: finance.id, approvedBy: second.id, reason: BLURRED } });
    expect(verifyWallet(creator.id, wallet).bad).toBeNull();
    await decide(refundId, 'decline', second).expect(409);
    const [shown] = await waiting();
    expect(shown).toMatchObject({ state: 'approved', zaps: 0.6, user: { email: creator.email } });
    expect([shown?.askedBy.email, shown?.decidedBy?.email]).toEqual([finance.email, second.email]);
  });

  it('refunds nothing when it is declined, for a reason that is shown', async () => {
    const before = await balance();
    const { refundId } = (await refund(4).expect(200)).body as RefundResponse;
    await decide(refundId, 'decline', second).expect(200);
    await decide(refundId, 'approve', second).expect(409);
    expect(await balance()).toBe(before);
    expect((await waiting())[0]).toMatchObject({ state: 'declined', declinedBecause: 'Not blurred' });
    await decide(crypto.randomUUID(), 'approve', second).expect(404);
  });
});
