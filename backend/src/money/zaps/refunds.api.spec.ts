import type { RefundResponse, Transaction } from '@storyreel/contracts';
import { startTestApp, type TestApp, type TestUser } from '../../testing/app-harness';
import { grantRole } from '../../testing/grant-role';
import { projectWithScene } from '../../testing/make-story';
import { newSession, openSocket } from '../../testing/test-socket';
import { verifyWallet } from './domain/wallet-proof';

let app: TestApp;
let finance: TestUser;
let creator: TestUser;
let holdId: string;
beforeAll(async () => {
  app = await startTestApp();
  [finance, creator] = [await app.newUser(), await app.newUser()];
  await grantRole(app, finance, 'finance');
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

describe('a refund by finance', () => {
  it('is in the balance at once, with a line that says what it is for, and the creator’s windows are told', async () => {
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

  it('happens once under its key, and another refund under it is refused', async () => {
    const before = await balance();
    const key = { idempotencyKey: crypto.randomUUID() };
    const [first, second] = await Promise.all([refund(1, key), refund(1, key)]);
    expect([first.status, second.status]).toEqual([200, 200]);
    expect(await balance()).toBe(before + 1);
    await refund(2, key).expect(422);
  });

  it('never gives back more than was charged, however many come at once', async () => {
    const before = await balance();
    const answers = await Promise.all(Array.from({ length: 6 }, () => refund(1)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 200, 200, 409, 409]);
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

  it('of a charge that is not there, or not of the person named, is not found', async () => {
    await refund(1, { userId: finance.id }).expect(404);
    holdId = crypto.randomUUID();
    await refund(1).expect(404);
  });

  it('is nothing that a creator can ask for', async () => {
    await refund(1, {}, creator.agent).expect(404);
  });
});
